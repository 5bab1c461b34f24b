import type { TextState } from '@portal/contract/manage-texts.ts'
import { contentPages } from '@portal/contract/public-pages.ts'
import { useQuery } from '@tanstack/react-query'
import { ManagePage } from '#web/shared/manage/manage-page.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { textsOptions } from './api.ts'
import { InFiles } from './in-files.tsx'
import css from './manage-texts.module.css'
import { languageNames, sourceText, text } from './text.ts'

/** /admin/manage/texts: the legal texts, with what is missing in them. */
export function TextsPage() {
  const { data, isError, isFetched, refetch } = useQuery(textsOptions)
  return (
    <ManagePage title={text.title} intro={text.intro}>
      {!data && isError && <ErrorState title={text.failed} retry={() => void refetch()} />}
      {!data && !isError && (
        <LoadingPart className={css.waiting} isFirst={!isFetched}>
          <Skeleton width="100%" height="12rem" />
        </LoadingPart>
      )}
      {data && (
        <>
          {data.in_files && <InFiles />}
          <section
            className={data.missing.length > 0 ? css.missing : css.panel}
            aria-labelledby="missing-values"
          >
            <h2 id="missing-values" className={css.heading}>
              {text.missing(data.missing.length)}
            </h2>
            <p className="readable">{data.missing.length > 0 ? text.missingMeans : text.complete}</p>
            {data.missing_contacts.length > 0 && (
              <p className="readable">{text.missingContacts(data.missing_contacts)}</p>
            )}
            <div className="actions">
              <ButtonLink to="values" tone={data.missing.length > 0 ? 'primary' : 'ghost'}>
                {data.missing.length > 0 && !data.in_files ? text.fill : text.values}
              </ButtonLink>
            </div>
          </section>
          <section className={css.panel} aria-labelledby="texts">
            <h2 id="texts" className={css.heading}>
              {text.textsHeading}
            </h2>
            <ul className={css.list}>
              {data.texts.map((one) => (
                <TextRow key={`${one.page} ${one.language}`} state={one} />
              ))}
            </ul>
          </section>
        </>
      )}
    </ManagePage>
  )
}

function TextRow({ state }: { state: TextState }) {
  const { page, language, next, draft, gaps } = state
  const label = contentPages.find(({ name }) => name === page)?.label ?? page
  const name = `${label}, ${languageNames[language]}`
  return (
    <li className={css.row}>
      <b>{name}</b>
      <div className="stack gap-1">
        <span>{sourceText(state)}</span>
        {next !== null && <span>{text.next(next)}</span>}
      </div>
      <div className="flex wraps gap-2">
        <span className={css.state} data-state={gaps === 0 ? 'good' : 'warn'}>
          {text.gaps(gaps)}
        </span>
        {draft && <span className={css.state}>{text.draft}</span>}
      </div>
      <ButtonLink tone="ghost" to={`${page}/${language}`} aria-label={`${text.edit}: ${name}`}>
        {text.edit}
      </ButtonLink>
    </li>
  )
}

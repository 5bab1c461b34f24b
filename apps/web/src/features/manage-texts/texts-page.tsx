import type { TextState } from '@portal/contract/manage-texts.ts'
import { contentPages } from '@portal/contract/public-pages.ts'
import { useQuery } from '@tanstack/react-query'
import { Badge } from '#web/shared/manage/badge.tsx'
import { Loaded } from '#web/shared/manage/loaded.tsx'
import layout from '#web/shared/manage/manage.module.css'
import { ManagePage } from '#web/shared/manage/manage-page.tsx'
import { Panel } from '#web/shared/manage/panel.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { textsOptions } from './api.ts'
import { InFiles } from './in-files.tsx'
import css from './manage-texts.module.css'
import { Missing } from './missing.tsx'
import { languageNames, sourceText, text } from './text.ts'

/** /admin/manage/texts: the legal texts, with what is missing in them. */
export const TextsPage = () => (
  <ManagePage title={text.title} intro={text.intro}>
    <Loaded query={useQuery(textsOptions)} failed={text.failed} whole>
      {({ in_files, missing, missing_contacts, texts }) => (
        <>
          {in_files && <InFiles />}
          <Missing count={missing.length}>
            {missing_contacts.length > 0 && (
              <p className="readable">{text.missingContacts(missing_contacts)}</p>
            )}
            <div className="actions">
              <ButtonLink to="values" tone={missing.length > 0 ? 'primary' : 'ghost'}>
                {missing.length > 0 && !in_files ? text.fill : text.values}
              </ButtonLink>
            </div>
          </Missing>
          <Panel title={text.textsHeading}>
            <ul className={layout.rows}>
              {texts.map((one) => (
                <TextRow key={`${one.page} ${one.language}`} state={one} />
              ))}
            </ul>
          </Panel>
        </>
      )}
    </Loaded>
  </ManagePage>
)

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
        <Badge tone={gaps === 0 ? 'good' : 'warn'}>{text.gaps(gaps)}</Badge>
        {draft && <Badge tone="off">{text.draft}</Badge>}
      </div>
      <ButtonLink tone="ghost" to={`${page}/${language}`} aria-label={`${text.edit}: ${name}`}>
        {text.edit}
      </ButtonLink>
    </li>
  )
}

import type { ManagedText, TextPlace } from '@portal/contract/manage-texts.ts'
import { contentPages, noticePages, type NoticePage } from '@portal/contract/public-pages.ts'
import { languages } from '@portal/contract/words/language.ts'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { ManagePage } from '#web/shared/manage/manage-page.tsx'
import { ButtonAnchor, ButtonLink } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { textOptions } from './api.ts'
import { Editor } from './editor.tsx'
import { InFiles } from './in-files.tsx'
import { Mails } from './mails.tsx'
import css from './manage-texts.module.css'
import { Publications } from './publications.tsx'
import { languageNames, text } from './text.ts'

const list = '/admin/manage/texts'
const isNotice = (page: string): page is NoticePage => noticePages.some((one) => one === page)

/** /admin/manage/texts/:page/:language: a legal text, its draft and its publications. */
export function TextPage() {
  const params = useParams()
  const page = contentPages.find(({ name }) => name === params['page'])?.name
  const language = languages.find((one) => one === params['language'])
  if (!page || !language) return <Navigate to={list} replace />
  return <Loaded key={`${page} ${language}`} place={{ page, language }} />
}

function Loaded({ place }: { place: TextPlace }) {
  const { data, isError, isFetched, refetch } = useQuery(textOptions(place))
  const page = contentPages.find(({ name }) => name === place.page)
  return (
    <ManagePage
      title={`${page?.label ?? place.page}: ${languageNames[place.language].toLocaleLowerCase('el')}`}
      back={{ to: list, label: text.back }}
      actions={
        <>
          <div className="no-phone">
            <ButtonLink tone="ghost" to={list}>
              {text.all}
            </ButtonLink>
          </div>
          <ButtonAnchor tone="ghost" href={page?.path}>
            {text.view}
          </ButtonAnchor>
        </>
      }
    >
      {!data && isError && <ErrorState title={text.failed} retry={() => void refetch()} />}
      {!data && !isError && (
        <LoadingPart className={css.waiting} isFirst={!isFetched}>
          <Skeleton width="100%" height="20rem" />
        </LoadingPart>
      )}
      {data && <Text place={place} loaded={data} />}
    </ManagePage>
  )
}

function Text({ place, loaded }: { place: TextPlace; loaded: ManagedText }) {
  const page = contentPages.find(({ name }) => name === place.page)
  const hasMails = isNotice(place.page) && place.language === 'el' && !loaded.in_files
  return (
    <>
      {loaded.in_files && <InFiles />}
      <Editor place={place} loaded={loaded} />
      {hasMails && isNotice(place.page) && <Mails page={place.page} />}
      {!loaded.in_files && (
        <Publications
          place={place}
          loaded={loaded}
          versionsPath={isNotice(place.page) ? `${page?.path}/versions` : undefined}
        />
      )}
    </>
  )
}

import type { ManagedText, TextPlace } from '@portal/contract/manage-texts.ts'
import { contentPages, noticePages, type NoticePage } from '@portal/contract/public-pages.ts'
import { languages } from '@portal/contract/words/language.ts'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { Loaded } from '#web/shared/manage/loaded.tsx'
import { ManagePage } from '#web/shared/manage/manage-page.tsx'
import { ButtonAnchor } from '#web/ui/controls/button.tsx'
import { textOptions } from './api.ts'
import { Editor } from './editor.tsx'
import { InFiles } from './in-files.tsx'
import { Mails } from './mails.tsx'
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
  return <Shown key={`${page} ${language}`} place={{ page, language }} />
}

function Shown({ place }: { place: TextPlace }) {
  const page = contentPages.find(({ name }) => name === place.page)
  return (
    <ManagePage
      title={`${page?.label ?? place.page}: ${languageNames[place.language].toLocaleLowerCase('el')}`}
      back={{ to: list, label: text.back, all: text.all }}
      actions={
        <ButtonAnchor tone="ghost" href={page?.path}>
          {text.view}
        </ButtonAnchor>
      }
    >
      <Loaded query={useQuery(textOptions(place))} failed={text.failed} whole>
        {(loaded) => <Text place={place} loaded={loaded} />}
      </Loaded>
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

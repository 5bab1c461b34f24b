import { useQuery } from '@tanstack/react-query'
import { ManagePage } from '#web/shared/manage/manage-page.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { valuesOptions } from './api.ts'
import { InFiles } from './in-files.tsx'
import css from './manage-texts.module.css'
import { text } from './text.ts'
import { ValuesForm } from './values-form.tsx'

const list = '/admin/manage/texts'

/** /admin/manage/texts/values: what only the operator knows. */
export function ValuesPage() {
  const { data, isError, isFetched, refetch } = useQuery(valuesOptions)
  return (
    <ManagePage
      title={text.valuesTitle}
      intro={text.valuesIntro}
      back={{ to: list, label: text.back }}
      actions={
        <div className="no-phone">
          <ButtonLink tone="ghost" to={list}>
            {text.all}
          </ButtonLink>
        </div>
      }
    >
      {!data && isError && <ErrorState title={text.failed} retry={() => void refetch()} />}
      {!data && !isError && (
        <LoadingPart className={css.waiting} isFirst={!isFetched}>
          <Skeleton width="100%" height="12rem" />
        </LoadingPart>
      )}
      {data?.in_files && <InFiles />}
      {data && <ValuesForm loaded={data} />}
    </ManagePage>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { ManagePage } from '#web/shared/manage/manage-page.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { brandOptions } from './api.ts'
import { BrandForm } from './brand-form.tsx'
import css from './brand-page.module.css'
import { text } from './text.ts'

const Hint = ({ title, means }: { title: string; means: string }) => (
  <div className={css.hint}>
    <Info size={22} aria-hidden="true" />
    <div>
      <p className="semibold">{title}</p>
      <p>{means}</p>
    </div>
  </div>
)

/** /admin/manage/company: names, contact, links, colour and logo of the portal, for operators. */
export function BrandPage() {
  const { data, isError, isFetched, refetch } = useQuery(brandOptions)
  return (
    <ManagePage title={text.title} intro={text.intro}>
      {data?.source === 'file' && <Hint title={text.fixed} means={text.fixedMeans} />}
      {data?.source === 'shipped' && <Hint title={text.shipped} means={text.shippedMeans} />}
      {data && <BrandForm brand={data} />}
      {!data && isError && <ErrorState title={text.failed} retry={() => void refetch()} />}
      {!data && !isError && (
        <LoadingPart isFirst={!isFetched}>
          <Skeleton width="100%" height="30rem" />
        </LoadingPart>
      )}
    </ManagePage>
  )
}

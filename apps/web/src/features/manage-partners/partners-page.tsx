import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ManagePage } from '#web/shared/manage/manage-page.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { newId, partnersOptions, pathOf } from './api.ts'
import { AddPartner } from './add-partner.tsx'
import { PartnerDetails } from './partner-details.tsx'
import { PartnerList } from './partner-list.tsx'
import css from './partners-page.module.css'
import { text } from './text.ts'

const back = { to: pathOf(), label: text.back }

/** /admin/manage/partners: list on the left, the selected partner or the form of a new one on the right. */
export function PartnersPage() {
  const { partnerId } = useParams()
  const { data, isError, isFetched, refetch } = useQuery(partnersOptions)
  if (!data)
    return (
      <ManagePage title={text.title} intro={text.intro}>
        {isError ? (
          <ErrorState title={text.failed} retry={() => void refetch()} />
        ) : (
          <LoadingPart className={css.waiting} isFirst={!isFetched}>
            {[0, 1, 2, 3].map((row) => (
              <Skeleton key={row} width="100%" height="3rem" />
            ))}
          </LoadingPart>
        )}
      </ManagePage>
    )
  if (partnerId === undefined)
    return (
      // The key: the heading of each page takes the focus.
      <ManagePage key="list" title={text.title} intro={`${text.intro} ${text.silentRule}`}>
        <PartnerList partners={data.partners} />
      </ManagePage>
    )
  const partner = data.partners.find(({ client_id }) => client_id === partnerId)
  const title = partnerId === newId ? text.addTitle : (partner?.name ?? text.title)
  return (
    <ManagePage key={partnerId} title={title} back={back}>
      <div className={css.layout}>
        <div className={css.beside}>
          <PartnerList partners={data.partners} current={partnerId} />
        </div>
        <div className="stack column gap-5">
          {partnerId === newId ? (
            <AddPartner portal={data} />
          ) : partner ? (
            <PartnerDetails portal={data} partner={partner} />
          ) : (
            <ErrorState title={text.unknown} />
          )}
        </div>
      </div>
    </ManagePage>
  )
}

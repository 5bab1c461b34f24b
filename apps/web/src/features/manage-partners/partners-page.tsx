import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { Loaded } from '#web/shared/manage/loaded.tsx'
import { ManagePage } from '#web/shared/manage/manage-page.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { newId, type Partners, partnersOptions, pathOf } from './api.ts'
import { AddPartner } from './add-partner.tsx'
import { PartnerDetails } from './partner-details.tsx'
import { PartnerList } from './partner-list.tsx'
import css from './partners-page.module.css'
import { text } from './text.ts'

const back = { to: pathOf(), label: text.back }

/** /admin/manage/partners: list on the left, the selected partner or the form of a new one on the right. */
export function PartnersPage() {
  const { partnerId } = useParams()
  return (
    <Loaded
      query={useQuery(partnersOptions)}
      failed={text.failed}
      page={{ title: text.title, intro: text.intro }}
    >
      {(portal) =>
        partnerId === undefined ? (
          // The key: the heading of each page takes the focus.
          <ManagePage key="list" title={text.title} intro={`${text.intro} ${text.silentRule}`}>
            <PartnerList partners={portal.partners} />
          </ManagePage>
        ) : (
          <PartnerPage key={partnerId} portal={portal} partnerId={partnerId} />
        )
      }
    </Loaded>
  )
}

function PartnerPage({ portal, partnerId }: { portal: Partners; partnerId: string }) {
  const partner = portal.partners.find(({ client_id }) => client_id === partnerId)
  const title = partnerId === newId ? text.addTitle : (partner?.name ?? text.title)
  return (
    <ManagePage title={title} back={back}>
      <div className={css.layout}>
        <div className={css.beside}>
          <PartnerList partners={portal.partners} current={partnerId} />
        </div>
        <div className="stack column gap-5">
          {partnerId === newId ? (
            <AddPartner portal={portal} />
          ) : partner ? (
            <PartnerDetails portal={portal} partner={partner} />
          ) : (
            <ErrorState title={text.unknown} />
          )}
        </div>
      </div>
    </ManagePage>
  )
}

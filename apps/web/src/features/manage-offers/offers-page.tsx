import type { ManagedOffer } from '@portal/contract/manage-offers.ts'
import { can } from '@portal/contract/security/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus, Ticket } from 'lucide-react'
import { Link } from 'react-router'
import * as endpoints from '#web/api/endpoints.ts'
import { meOptions } from '#web/api/session.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Loaded } from '#web/shared/manage/loaded.tsx'
import { ManagePage } from '#web/shared/manage/manage-page.tsx'
import { RowName, Table } from '#web/shared/manage/table.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import css from '#web/shared/manage/manage.module.css'
import { listOptions } from './api.ts'
import { OfferState } from './offer-state.tsx'
import { text } from './text.ts'

/** /admin/manage/offers: what citizens get for points, with what it cost and brought. */
export function OffersPage() {
  const role = useQuery(meOptions).data?.role
  const mayChange = can(role, endpoints.addOffer.access)
  return (
    <ManagePage
      title={text.title}
      intro={text.intro}
      actions={
        mayChange && (
          <ButtonLink to="new">
            <Plus size={19} aria-hidden="true" />
            {text.add}
          </ButtonLink>
        )
      }
    >
      <Loaded query={useQuery(listOptions)} failed={text.failed} whole>
        {(offers) =>
          offers.length === 0 ? (
            <EmptyState icon={Ticket} title={text.none} text={mayChange ? text.noneMeans : text.noneToRead} />
          ) : (
            <OffersTable offers={offers} />
          )
        }
      </Loaded>
    </ManagePage>
  )
}

const OffersTable = ({ offers }: { offers: ManagedOffer[] }) => (
  <div className={css.panel}>
    <Table
      title={text.title}
      columns={[
        { name: text.offer },
        { name: text.state },
        ...[text.taken, text.used, text.expired, text.pointsTaken].map((name) => ({
          name,
          isNumber: true,
          isNamed: true,
        })),
      ]}
      rows={offers.map((offer) => {
        const { id, kind, title, partner, points, stock, statistics } = offer
        const { taken, used, expired } = statistics
        const isCoupon = kind === 'coupon'
        return {
          key: id,
          ...(!isCoupon && { names: { 2: text.donations } }),
          cells: [
            <RowName key="name" under={`${partner.name} · ${text.kinds[kind]}, ${text.points(points)}`}>
              <Link to={String(id)}>{title}</Link>
            </RowName>,
            <OfferState key="state" offer={offer} />,
            text.ofStock(taken, stock),
            isCoupon && formatNumber(used),
            isCoupon && formatNumber(expired),
            formatNumber(statistics.points),
          ],
        }
      })}
    />
  </div>
)

import type { ManagedOffer } from '@portal/contract/manage-offers.ts'
import { can } from '@portal/contract/security/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus, Ticket } from 'lucide-react'
import { Link } from 'react-router'
import * as endpoints from '#web/api/endpoints.ts'
import { meOptions } from '#web/api/session.ts'
import { formatNumber } from '#web/lib/format.ts'
import { ManagePage } from '#web/shared/manage/manage-page.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { listOptions } from './api.ts'
import css from './manage-offers.module.css'
import { OfferState } from './offer-state.tsx'
import { text } from './text.ts'

/** /admin/manage/offers: what citizens get for points, with what it cost and brought. */
export function OffersPage() {
  const { data, isError, isFetched, refetch } = useQuery(listOptions)
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
      {!data && isError && <ErrorState title={text.failed} retry={() => void refetch()} />}
      {!data && !isError && (
        <LoadingPart className={css.waiting} isFirst={!isFetched}>
          <Skeleton width="100%" height="2.5rem" />
          <Skeleton width="100%" height="2.5rem" />
          <Skeleton width="100%" height="2.5rem" />
        </LoadingPart>
      )}
      {data?.length === 0 && (
        <EmptyState icon={Ticket} title={text.none} text={mayChange ? text.noneMeans : text.noneToRead} />
      )}
      {data && data.length > 0 && <OffersTable offers={data} />}
    </ManagePage>
  )
}

// Some browsers drop the table semantics of a table displayed as cards; the roles restore them for screen readers.
function OffersTable({ offers }: { offers: ManagedOffer[] }) {
  const columns = [
    { name: text.offer },
    { name: text.state },
    { name: text.taken, isNumber: true },
    { name: text.used, isNumber: true },
    { name: text.expired, isNumber: true },
    { name: text.pointsTaken, isNumber: true },
  ]
  return (
    <div className={css.list}>
      <div className="scrolls">
        <table className={css.table} role="table" aria-label={text.title}>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map(({ name, isNumber }) => (
                <th key={name} role="columnheader" className={isNumber ? css.number : undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {offers.map((offer) => (
              <OfferRow key={offer.id} offer={offer} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function OfferRow({ offer }: { offer: ManagedOffer }) {
  const { id, kind, title, partner, points, stock, statistics } = offer
  const { taken, used, expired } = statistics
  const isCoupon = kind === 'coupon'
  const figures = [
    { name: isCoupon ? text.taken : text.donations, value: text.ofStock(taken, stock) },
    { name: text.used, value: isCoupon ? formatNumber(used) : '' },
    { name: text.expired, value: isCoupon ? formatNumber(expired) : '' },
    { name: text.pointsTaken, value: formatNumber(statistics.points) },
  ]
  return (
    <tr role="row">
      <th scope="row" role="rowheader" className={css.name}>
        <Link to={String(id)}>{title}</Link>
        <span className={css.under}>
          {partner.name} · {text.kinds[kind]}, {text.points(points)}
        </span>
      </th>
      <td role="cell">
        <OfferState offer={offer} />
      </td>
      {figures.map(({ name, value }) => (
        <td key={name} role="cell" className={css.number} data-name={value === '' ? undefined : name}>
          {value}
        </td>
      ))}
    </tr>
  )
}

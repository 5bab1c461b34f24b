import type { StickerBatch } from '@portal/contract/stickers.ts'
import { useQuery } from '@tanstack/react-query'
import { Tags } from 'lucide-react'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { batchesOptions } from './api.ts'
import { Files } from './files.tsx'
import css from './stickers-page.module.css'
import { text } from './text.ts'

/** Issued batches: a table, on narrow screens cards. */
export function Batches() {
  const { data, isError, isFetched, refetch } = useQuery(batchesOptions)
  return (
    <section className={css.batches} aria-labelledby="batches">
      <h2 className={css.heading} id="batches">
        {text.listHeading}
      </h2>
      {!data && isError && <ErrorState title={text.failed} retry={() => void refetch()} />}
      {!data && !isError && <LoadingPlaceholder isFirst={!isFetched} />}
      {data?.length === 0 && <EmptyState icon={Tags} title={text.none} text={text.noneHint} />}
      {data && data.length > 0 && (
        <>
          <p className={css.sheet}>{text.sheet}</p>
          <Table batches={data} />
        </>
      )}
    </section>
  )
}

// Some browsers drop the table semantics of a table displayed as cards; the roles restore them for screen readers.
const Table = ({ batches }: { batches: StickerBatch[] }) => (
  <div className="scrolls">
    <table className={css.table} role="table" aria-labelledby="batches">
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader">{text.batch}</th>
          <th role="columnheader">{text.issuedAt}</th>
          <th role="columnheader" className={css.number}>
            {text.count}
          </th>
          <th role="columnheader" className={css.number}>
            {text.bound}
          </th>
          <th role="columnheader">{text.note}</th>
          <th role="columnheader">{text.files}</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {batches.map(({ id, created_at, count, bound, note }) => (
          <tr key={id} role="row">
            <th scope="row" role="rowheader" className="semibold">
              <span className={css.label} aria-hidden="true">
                {text.batch}{' '}
              </span>
              {id}
            </th>
            <td role="cell" className={css.timestamp}>
              <time dateTime={created_at}>{formatDateTime(created_at)}</time>
            </td>
            <td role="cell" className={css.number}>
              <span className={css.label} aria-hidden="true">
                {text.count}:{' '}
              </span>
              {formatNumber(count)}
            </td>
            <td role="cell" className={css.number}>
              <span className={css.label} aria-hidden="true">
                {text.bound}:{' '}
              </span>
              {formatNumber(bound)}
            </td>
            <td role="cell" className={css.note}>
              {note}
            </td>
            <td role="cell">
              <Files id={id} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const LoadingPlaceholder = ({ isFirst }: { isFirst: boolean }) => (
  <LoadingPart className={css.waiting} isFirst={isFirst}>
    {[0, 1, 2].map((row) => (
      <Skeleton key={row} width="100%" height="1.5rem" />
    ))}
  </LoadingPart>
)

import type { WaitingDeliveries as Waiting } from '@portal/contract/sticker-look-up.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { waitingOptions } from './api.ts'
import { CodeLink } from './code-link.tsx'
import lookUpCss from './look-up.module.css'
import css from './stickers-page.module.css'
import { text } from './text.ts'

/** Number of deliveries that wait for a sticker by reason and, on demand, the codes with the most of them. */
export function WaitingDeliveries() {
  const { data, isError, isFetched, refetch } = useQuery(waitingOptions)
  const [open, setOpen] = useState(false)
  return (
    <section className={lookUpCss.waiting} aria-labelledby="waiting">
      <h2 className={css.heading} id="waiting">
        {text.waitingHeading}
      </h2>
      {!data && isError && <ErrorState title={text.waitingFailed} retry={() => void refetch()} />}
      {!data && !isError && (
        <LoadingPart isFirst={!isFetched}>
          <Skeleton width="min(26.25rem, 100%)" height="1.5rem" />
        </LoadingPart>
      )}
      {data && <p>{sentenceOf(data)}</p>}
      {data && data.codes.length > 0 && (
        <div>
          <Button
            tone="ghost"
            aria-expanded={open}
            aria-controls="waiting-codes"
            onClick={() => setOpen(!open)}
          >
            {text.whichCodes(data.stickers)}
            <ChevronDown className="arrow" size={18} aria-hidden="true" />
          </Button>
        </div>
      )}
      <div id="waiting-codes" hidden={!open}>
        {data && data.codes.length > 0 && <Codes waiting={data} />}
      </div>
    </section>
  )
}

/** '12 deliveries wait for a sticker: 5 …, 4 …, 3 …', with the reasons that occur. */
function sentenceOf({ deliveries, by_reason }: Waiting): string {
  if (deliveries === 0) return text.noneWaits
  const reasons = (['sticker_unknown', 'sticker_unbound', 'sticker_lost'] as const).flatMap((reason) =>
    by_reason[reason] === 0 ? [] : [text.because[reason](formatNumber(by_reason[reason]))],
  )
  return text.wait(deliveries, reasons.join(', '))
}

// Roles as in the batches: they keep the table semantics when it is displayed as cards.
const Codes = ({ waiting: { codes, stickers } }: { waiting: Waiting }) => (
  <>
    {stickers > codes.length && (
      <p className="muted readable">{text.topWaitingCodes(formatNumber(codes.length))}</p>
    )}
    <div className={lookUpCss.holder}>
      <table className={css.table} role="table" aria-labelledby="waiting">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader">{text.code}</th>
            <th role="columnheader">{text.oldest}</th>
            <th role="columnheader" className={css.number}>
              {text.deliveriesColumn}
            </th>
            <th role="columnheader" className={css.number}>
              {text.pointsColumn}
            </th>
            <th role="columnheader">{text.why}</th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {codes.map(({ code, oldest, deliveries, points, waits_for }) => (
            <tr key={code} role="row">
              <th scope="row" role="rowheader" className="semibold">
                <CodeLink code={code} />
              </th>
              <td role="cell" className={css.timestamp}>
                <time dateTime={oldest}>{formatDateTime(oldest)}</time>
              </td>
              <Figure label={text.deliveriesColumn} figure={deliveries} />
              <Figure label={text.pointsColumn} figure={points} />
              <td role="cell" className={css.note}>
                {text.reasons[waits_for]}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </>
)

const Figure = ({ label, figure }: { label: string; figure: number }) => (
  <td role="cell" className={css.number}>
    <span className={css.label} aria-hidden="true">
      {label}:{' '}
    </span>
    {formatNumber(figure)}
  </td>
)

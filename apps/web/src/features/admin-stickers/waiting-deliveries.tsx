import type { WaitingDeliveries as Waiting } from '@portal/contract/sticker-look-up.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { Loaded } from '#web/shared/manage/loaded.tsx'
import { Panel } from '#web/shared/manage/panel.tsx'
import { Table } from '#web/shared/manage/table.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { waitingOptions } from './api.ts'
import { CodeLink } from './code-link.tsx'
import { text } from './text.ts'

/** Number of deliveries that wait for a sticker by reason and, on demand, the codes with the most of them. */
export function WaitingDeliveries() {
  const [open, setOpen] = useState(false)
  return (
    <Panel title={text.waitingHeading}>
      <Loaded query={useQuery(waitingOptions)} failed={text.waitingFailed}>
        {(waiting) => (
          <>
            <p>{sentenceOf(waiting)}</p>
            {waiting.codes.length > 0 && (
              <div>
                <Button
                  tone="ghost"
                  aria-expanded={open}
                  aria-controls="waiting-codes"
                  onClick={() => setOpen(!open)}
                >
                  {text.whichCodes(waiting.stickers)}
                  <ChevronDown className="arrow" size={18} aria-hidden="true" />
                </Button>
              </div>
            )}
            <div id="waiting-codes" hidden={!open}>
              {waiting.codes.length > 0 && <Codes waiting={waiting} />}
            </div>
          </>
        )}
      </Loaded>
    </Panel>
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

const Codes = ({ waiting: { codes, stickers } }: { waiting: Waiting }) => (
  <>
    {stickers > codes.length && (
      <p className="muted readable">{text.topWaitingCodes(formatNumber(codes.length))}</p>
    )}
    <Table
      title={text.waitingHeading}
      columns={[
        { name: text.code },
        { name: text.oldest },
        { name: text.deliveriesColumn, isNumber: true, isNamed: true },
        { name: text.pointsColumn, isNumber: true, isNamed: true },
        { name: text.why },
      ]}
      rows={codes.map(({ code, oldest, deliveries, points, waits_for }) => ({
        key: code,
        cells: [
          <CodeLink key="code" code={code} />,
          <time key="time" className="nowrap" dateTime={oldest}>
            {formatDateTime(oldest)}
          </time>,
          formatNumber(deliveries),
          formatNumber(points),
          text.reasons[waits_for],
        ],
      }))}
    />
  </>
)

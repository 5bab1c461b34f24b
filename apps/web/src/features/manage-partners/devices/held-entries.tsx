import type { HeldEntry } from '@portal/contract/desk/manage-devices.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { problemText } from '#web/api/common-error-text.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import page from '../partners-page.module.css'
import { NotYet } from '../traffic/not-yet.tsx'
import { heldOptions, useDeviceChanges } from './api.ts'
import css from './devices.module.css'
import { heldSentences } from './error-sentences.ts'
import { useOutcome } from './outcome.tsx'
import { entryText, text } from './text.ts'

/** A device whose clock differs by more is said. */
const clockTolerance = 2 * 60 * 1000

/** What devices sent after they were revoked, to accept or to refuse one by one. */
export function HeldEntries({ client }: { client: string }) {
  const query = useQuery(heldOptions(client))
  const { decide } = useDeviceChanges(client)
  const [refusing, setRefusing] = useState<HeldEntry>()
  const { shown, outcome, say } = useOutcome()
  const { data } = query

  const run = async (entry: HeldEntry, accept: boolean) => {
    setRefusing(undefined)
    try {
      const { state, points } = await decide(entry, accept)
      const title =
        state === 'recorded' ? text.decided.recorded(text.pointsOf(points ?? 0)) : text.decided[state]
      say({ tone: 'success', title })
    } catch (error) {
      say({ tone: 'error', title: text.notDone, text: problemText(heldSentences, error) })
    }
  }
  return (
    <section className={page.part} aria-labelledby="held-entries" ref={shown}>
      <div>
        <h2 className="text-l" id="held-entries">
          {text.held}
        </h2>
        <p className="intro">{text.heldIntro}</p>
      </div>
      {outcome}
      {!data && <NotYet query={query} failed={text.heldFailed} />}
      {data?.entries.length === 0 && <EmptyState title={text.heldNone} />}
      {data && data.entries.length > 0 && (
        <ul aria-label={text.held}>
          {data.entries.map((entry) => (
            <li key={entry.id} className={css.device}>
              <div className={css.head}>
                <div className="breaks">
                  <p className="semibold">{`${entryText(entry)}, ${text.byNames[entry.by]}`}</p>
                  <p className="note">{entry.device.name}</p>
                  <p className="note">{text.when(whenOf(entry))}</p>
                  <p className="note">{text.received(formatDateTime(entry.received_at))}</p>
                </div>
                <div className={css.decision}>
                  <Button
                    tone="ghost"
                    aria-label={text.of(text.accept, nameOf(entry))}
                    onClick={() => void run(entry, true)}
                  >
                    {text.accept}
                  </Button>
                  <Button
                    tone="ghost"
                    aria-label={text.of(text.refuse, nameOf(entry))}
                    onClick={() => setRefusing(entry)}
                  >
                    {text.refuse}
                  </Button>
                </div>
              </div>
            </li>
          ))}
        </ul>
      )}
      {data && data.count > data.entries.length && <p className="note">{text.heldMore(data.count)}</p>}
      {refusing && (
        <ConfirmDialog
          title={text.refuseQuestion}
          cancel={{ label: text.cancel, action: () => setRefusing(undefined) }}
          confirm={{ label: text.refuse, action: () => void run(refusing, false) }}
        >
          <p>
            <b>{nameOf(refusing)}</b>
          </p>
          <p>{text.refuseMeans}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

const nameOf = (entry: HeldEntry) =>
  `${entryText(entry)}, ${entry.device.name}, ${formatDateTime(entry.happened_at)}`

function whenOf({ happened_at: happened, device_at: byDevice }: HeldEntry): string {
  const differs = Math.abs(Date.parse(happened) - Date.parse(byDevice)) > clockTolerance
  return formatDateTime(happened) + (differs ? ` (${text.byClock(formatDateTime(byDevice))})` : '')
}

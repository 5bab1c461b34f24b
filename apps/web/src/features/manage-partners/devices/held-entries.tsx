import type { HeldEntry } from '@portal/contract/desk/manage-devices.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime } from '#web/lib/format.ts'
import { Loaded } from '#web/shared/manage/loaded.tsx'
import layout from '#web/shared/manage/manage.module.css'
import { useOutcome } from '#web/shared/manage/outcome.tsx'
import { Panel } from '#web/shared/manage/panel.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { heldOptions, useDeviceChanges } from './api.ts'
import css from './devices.module.css'
import { heldSentences } from './error-sentences.ts'
import { entryText, text } from './text.ts'

/** A device whose clock differs by more is said. */
const clockTolerance = 2 * 60 * 1000

/** What devices sent after they were revoked, to accept or to refuse one by one. */
export function HeldEntries({ client }: { client: string }) {
  const { decide } = useDeviceChanges(client)
  const [refusing, setRefusing] = useState<HeldEntry>()
  const { place, outcome, attempt } = useOutcome()

  const run = (entry: HeldEntry, accept: boolean) => {
    setRefusing(undefined)
    void attempt(
      async () => {
        const { state, points } = await decide(entry, accept)
        return state === 'recorded' ? text.decided.recorded(text.pointsOf(points ?? 0)) : text.decided[state]
      },
      text.notDone,
      heldSentences,
    )
  }
  return (
    <Panel title={text.held} intro={text.heldIntro} place={place}>
      {outcome}
      <Loaded query={useQuery(heldOptions(client))} failed={text.heldFailed}>
        {({ entries, count }) =>
          entries.length === 0 ? (
            <EmptyState title={text.heldNone} />
          ) : (
            <>
              <ul className={layout.rows} aria-label={text.held}>
                {entries.map((entry) => (
                  <li key={entry.id} className={css.head}>
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
                        onClick={() => run(entry, true)}
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
                  </li>
                ))}
              </ul>
              {count > entries.length && <p className="note">{text.heldMore(count)}</p>}
            </>
          )
        }
      </Loaded>
      {refusing && (
        <ConfirmDialog
          title={text.refuseQuestion}
          cancel={{ label: text.cancel, action: () => setRefusing(undefined) }}
          confirm={{ label: text.refuse, action: () => run(refusing, false) }}
        >
          <p>
            <b>{nameOf(refusing)}</b>
          </p>
          <p>{text.refuseMeans}</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}

const nameOf = (entry: HeldEntry) =>
  `${entryText(entry)}, ${entry.device.name}, ${formatDateTime(entry.happened_at)}`

function whenOf({ happened_at: happened, device_at: byDevice }: HeldEntry): string {
  const differs = Math.abs(Date.parse(happened) - Date.parse(byDevice)) > clockTolerance
  return formatDateTime(happened) + (differs ? ` (${text.byClock(formatDateTime(byDevice))})` : '')
}

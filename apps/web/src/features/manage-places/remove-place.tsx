import type { ManagedPlace } from '@portal/contract/manage-places.ts'
import { useState } from 'react'
import { Panel } from '#web/shared/manage/panel.tsx'
import { useOutcome } from '#web/shared/manage/outcome.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { usePlaceChanges } from './api.ts'
import { closingSentences, text } from './text.ts'

/** Removes a place, after a question. */
export function RemovePlace({ place, onRemoved }: { place: ManagedPlace; onRemoved: () => void }) {
  const { remove } = usePlaceChanges()
  const { place: section, busy, outcome, attempt } = useOutcome()
  const [asking, setAsking] = useState(false)
  const run = () => {
    setAsking(false)
    void attempt(
      async () => {
        await remove(place)
        onRemoved()
        return undefined
      },
      text.notRemoved,
      closingSentences,
    )
  }
  return (
    <Panel title={text.remove} intro={text.removeMeans} place={section}>
      {outcome}
      <div>
        <Button tone="ghost" busy={busy} onClick={() => !busy && setAsking(true)}>
          {text.remove}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={text.removeQuestion}
          cancel={{ label: text.cancel, action: () => setAsking(false) }}
          confirm={{ label: text.remove, action: run }}
        >
          <p>
            <b>{place.name}</b>, {place.address}
          </p>
          <p>{text.removeCannot}</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}

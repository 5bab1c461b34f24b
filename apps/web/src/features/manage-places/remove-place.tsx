import type { ManagedPlace } from '@portal/contract/manage-places.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { ApiError } from '#web/api/call.ts'
import { problemText } from '#web/api/common-error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { usePlaceChanges } from './api.ts'
import css from './manage-places.module.css'
import { closingSentences, text } from './text.ts'

/** Removes a place, after a question. */
export function RemovePlace({ place, onRemoved }: { place: ManagedPlace; onRemoved: () => void }) {
  const { remove, latest } = usePlaceChanges()
  const heading = useId()
  const section = useRef<HTMLElement>(null)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    if (problem !== undefined) section.current?.querySelector<HTMLElement>('[data-problem]')?.focus()
  }, [problem])

  const run = async () => {
    setAsking(false)
    setProblem(undefined)
    setBusy(true)
    try {
      await remove(place.id, place.version)
      onRemoved()
    } catch (error) {
      if (error instanceof ApiError && error.has('changed_meanwhile')) await latest(place.id)
      setProblem(problemText(closingSentences, error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section ref={section} className={css.panel} aria-labelledby={heading}>
      <div>
        <h2 className="text-xl" id={heading}>
          {text.remove}
        </h2>
        <p className="intro readable">{text.removeMeans}</p>
      </div>
      {problem !== undefined && (
        <Notice tone="error" title={text.notRemoved}>
          <p>{problem}</p>
        </Notice>
      )}
      <div>
        <Button tone="ghost" busy={busy} onClick={() => !busy && setAsking(true)}>
          {text.remove}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={text.removeQuestion}
          cancel={{ label: text.cancel, action: () => setAsking(false) }}
          confirm={{ label: text.remove, action: () => void run() }}
        >
          <p>
            <b>{place.name}</b>, {place.address}
          </p>
          <p>{text.removeCannot}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

import { useState } from 'react'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { text } from './text.ts'

type RotateDialogProps = { name: string; onCancel: () => void; onConfirm: (hours: number) => void }

/** Asks for how long the old secret stays valid. */
export function RotateDialog({ name, onCancel, onConfirm }: RotateDialogProps) {
  const [hours, setHours] = useState('24')
  return (
    <ConfirmDialog
      title={text.rotateQuestion}
      cancel={{ label: text.cancel, action: onCancel }}
      confirm={{ label: text.rotate, action: () => onConfirm(Number(hours)) }}
    >
      <div className="stack gap-3">
        <p>
          <b>{name}</b>
        </p>
        <p>{text.rotateMeans}</p>
        <Select
          label={text.keepOld}
          choices={text.keepOldChoices}
          value={hours}
          onChange={({ target }) => setHours(target.value)}
        />
      </div>
    </ConfirmDialog>
  )
}

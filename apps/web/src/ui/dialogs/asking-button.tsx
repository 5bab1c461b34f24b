import { type ReactNode, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

type AskingButtonProps = {
  label: string
  busy: boolean
  /** Id of what the button is about. */
  about?: string
  /** Title of the question. */
  title: string
  cancel: string
  /** Confirms; by default the label. */
  confirm?: string
  onConfirm: () => void
  /** What it means. */
  children: ReactNode
}

/** A button that asks in a dialog before it acts. */
export function AskingButton(props: AskingButtonProps) {
  const { label, busy, about, title, cancel, confirm = label, onConfirm, children } = props
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button tone="ghost" aria-describedby={about} busy={busy} onClick={() => !busy && setAsking(true)}>
        {label}
      </Button>
      {asking && (
        <ConfirmDialog
          title={title}
          cancel={{ label: cancel, action: () => setAsking(false) }}
          confirm={{
            label: confirm,
            action: () => {
              setAsking(false)
              onConfirm()
            },
          }}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  )
}

import type { ReactNode } from 'react'
import { useId } from 'react'
import { Button } from '../controls/button.tsx'
import css from './confirm-dialog.module.css'
import { Modal } from './modal.tsx'

type ConfirmDialogProps = {
  title: string
  children: ReactNode
  /** The cancel action; its button is focused first. Escape also triggers it. */
  cancel: { label: string; action: () => void }
  confirm: { label: string; action: () => void }
}

/** Confirmation before an action that cannot be undone; open while rendered. */
export function ConfirmDialog({ title, children, cancel, confirm }: ConfirmDialogProps) {
  const id = useId()
  return (
    <Modal role="alertdialog" labelledBy={`${id}-title`} describedBy={`${id}-text`} onCancel={cancel.action}>
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-text`} className="intro">
        {children}
      </div>
      <div className={css.actions}>
        <Button onClick={cancel.action}>{cancel.label}</Button>
        <Button tone="ghost" onClick={confirm.action}>
          {confirm.label}
        </Button>
      </div>
    </Modal>
  )
}

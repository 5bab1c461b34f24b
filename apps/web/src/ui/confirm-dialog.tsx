import type { ReactNode } from 'react'
import { useId, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import css from './confirm-dialog.module.css'

type ConfirmDialogProps = {
  title: string
  children: ReactNode
  /** The way back, which has the focus at first; Escape takes it too. */
  cancel: { label: string; action: () => void }
  confirm: { label: string; action: () => void }
}

/**
 * Asks before something that can't be undone; open as long as it is drawn. The browser's own `<dialog>` keeps the focus
 * inside and gives it back.
 */
export function ConfirmDialog({ title, children, cancel, confirm }: ConfirmDialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // Closed before it goes, so no later than in a layout effect: one that is only taken away keeps the focus it took.
    return () => shown?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className={css.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault()
        cancel.action()
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-text`} className={css.text}>
        {children}
      </div>
      <div className={css.actions}>
        <Button onClick={cancel.action}>{cancel.label}</Button>
        <Button tone="ghost" onClick={confirm.action}>
          {confirm.label}
        </Button>
      </div>
    </dialog>
  )
}

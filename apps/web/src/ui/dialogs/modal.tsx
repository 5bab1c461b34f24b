import type { ReactNode } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { classes } from '../layout/classes.ts'
import css from './modal.module.css'

type ModalProps = {
  /** 'alertdialog' for questions. */
  role?: 'alertdialog'
  /** 'side': a full-height sheet at the right edge; a press outside closes it. */
  shape?: 'wide' | 'side'
  /** Hides the page below it. */
  opaque?: boolean
  /** Ids of the heading and of the text. */
  labelledBy: string
  describedBy?: string
  /** Called on Escape and on a phone's Back gesture. */
  onCancel: () => void
  children: ReactNode
}

/**
 * Modal dialog, open while rendered. The native `<dialog>` traps the focus, sets it to its first button, and restores
 * it.
 */
export function Modal({ role, shape, opaque, labelledBy, describedBy, onCancel, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // Focus a button, never a switch, which the next key would toggle. A dialog taller than the screen starts at its
    // top.
    shown?.querySelector('button')?.focus()
    shown?.scrollTo(0, 0)
    // Close before removal, in a layout effect: a dialog that is only removed does not restore the focus.
    return () => shown?.close()
  }, [])

  return (
    // By the keyboard, Escape closes it.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      role={role}
      className={classes(css.modal, shape && css[shape], opaque && css.opaque)}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onCancel={(event) => {
        event.preventDefault()
        onCancel()
      }}
      onClick={({ target, currentTarget }) => shape === 'side' && target === currentTarget && onCancel()}
    >
      {children}
    </dialog>
  )
}

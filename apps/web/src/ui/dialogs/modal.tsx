import type { ReactNode } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { classes } from '../layout/classes.ts'
import css from './modal.module.css'

type ModalProps = {
  /** 'alertdialog': it asks something. */
  role?: 'alertdialog'
  wide?: boolean
  /** Ids of its heading, and of what it says. */
  labelledBy: string
  describedBy?: string
  /** Escape, and a telephone's way back. */
  onCancel: () => void
  children: ReactNode
}

/**
 * Stands before the page, open as long as it is drawn. The browser's own `<dialog>` keeps the focus inside, on its first
 * button to begin with, and gives it back.
 */
export function Modal({ role, wide, labelledBy, describedBy, onCancel, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // Never a switch, which the next key would turn. Where it is longer than the screen, it is read from its top.
    shown?.querySelector('button')?.focus()
    shown?.scrollTo(0, 0)
    // Closed before it goes, so no later than in a layout effect: one that is only taken away keeps the focus it took.
    return () => shown?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      role={role}
      className={classes(css.modal, wide && css.wide)}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onCancel={(event) => {
        event.preventDefault()
        onCancel()
      }}
    >
      {children}
    </dialog>
  )
}

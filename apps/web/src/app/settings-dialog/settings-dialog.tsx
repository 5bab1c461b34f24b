import { useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { readMeAgain } from '#web/api/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Spinner } from '#web/ui/controls/spinner.tsx'
import css from './settings-dialog.module.css'
import { text } from '../common/text.ts'

/** Dispatches `beforeunload` in the frame. Returns whether the page has unsaved changes. */
const holdsChanges = (frame: HTMLIFrameElement | null) =>
  frame?.contentWindow?.dispatchEvent(new Event('beforeunload', { cancelable: true })) === false

/** Calls `then` once the page in the frame has rendered its heading; at its load event it is still blank. */
function whenDrawn(frame: HTMLIFrameElement, then: () => void): void {
  const page = frame.contentDocument
  if (!page || page.querySelector('h1')) return then()
  const observer = new MutationObserver(() => {
    if (!page.querySelector('h1')) return
    observer.disconnect()
    then()
  })
  observer.observe(page.body, { childList: true, subtree: true })
}

type SettingsDialogProps = {
  address: string
  /** Address of the account's stickers; staff have none. */
  stickers: string | undefined
  open: boolean
  onClose: () => void
}

/**
 * Settings dialog (portal.md §2, 'Shared header'): the settings page, with its own title, in a frame of 500 px. A
 * placeholder covers the frame until the page has rendered, and again after the dialog has closed. Reloads the profile after closing, because
 * the page in the frame has its own cache.
 */
export function SettingsDialog({ address, stickers, open, onClose }: SettingsDialogProps) {
  const client = useQueryClient()
  const dialog = useRef<HTMLDialogElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [loaded, setLoaded] = useState(false)
  const [asking, setAsking] = useState(false)

  useEffect(() => {
    const shown = dialog.current
    if (!open || !shown || shown.open) return
    shown.showModal()
  }, [open])

  const close = () => {
    // The question closes first: while it is open, nothing outside can take the focus.
    flushSync(() => setAsking(false))
    setLoaded(false)
    dialog.current?.close()
    onClose()
    // If offline, keep the current profile.
    readMeAgain(client).catch(() => undefined)
  }
  const tryToClose = () => {
    if (holdsChanges(frame.current)) setAsking(true)
    else close()
  }
  const leave = (event: MouseEvent) => {
    if (holdsChanges(frame.current)) {
      event.preventDefault()
      setAsking(true)
    } else close()
  }

  return (
    <dialog
      ref={dialog}
      className={css.dialog}
      aria-label={text.settingsFrame}
      onCancel={(event) => {
        // The cancel event of a dialog inside bubbles up to this one.
        if (event.target !== dialog.current) return
        event.preventDefault()
        tryToClose()
      }}
    >
      <div className={css.frame}>
        {!loaded && (
          <div className={css.placeholder}>
            <Spinner /> {text.settingsLoading}
          </div>
        )}
        {open && (
          // Same-origin page; it needs everything that a sandbox would disable.
          // eslint-disable-next-line react/iframe-missing-sandbox
          <iframe
            ref={frame}
            src={address}
            title={text.settingsFrame}
            className={css.page}
            height={500}
            data-loaded={loaded}
            onLoad={(event) => {
              const { contentWindow, contentDocument } = event.currentTarget
              // The dialog does not receive keys that are pressed in the frame.
              contentWindow?.addEventListener('keydown', ({ key, defaultPrevented }) => {
                const isFree = !defaultPrevented && !contentDocument?.querySelector('dialog[open]')
                if (key === 'Escape' && isFree) tryToClose()
              })
              whenDrawn(event.currentTarget, () => setLoaded(true))
            }}
          />
        )}
      </div>
      <div className={css.bottom}>
        <div className={css.links}>
          <Link to={address} onClick={leave}>
            {text.settingsAsPage}
          </Link>
          {stickers && (
            <Link to={stickers} onClick={leave}>
              {text.myStickers}
            </Link>
          )}
        </div>
        <Button tone="ghost" onClick={tryToClose}>
          <X size={18} aria-hidden="true" />
          {text.close}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={text.unsaved}
          cancel={{ label: text.stay, action: () => setAsking(false) }}
          confirm={{ label: text.closeAnyway, action: close }}
        >
          <p>{text.unsavedQuestion}</p>
        </ConfirmDialog>
      )}
    </dialog>
  )
}

import type { FocusEvent, KeyboardEvent } from 'react'
import { useId, useRef, useState } from 'react'

/**
 * A button that shows and hides links below it. Escape closes it and returns the focus to the button; it also closes
 * when the focus leaves. Plain links instead of an ARIA menu: it is navigation and needs only the Tab key.
 */
export function useDisclosure() {
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    close()
    button.current?.focus()
  }
  // A click outside also removes the focus; relatedTarget is null then.
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) close()
  }
  const onClick = () => {
    setOpen(!open)
    // Safari does not focus a clicked button, and without focus there is no blur event.
    button.current?.focus()
  }
  return {
    open,
    button,
    close,
    holderProps: { onKeyDown, onBlur },
    buttonProps: { type: 'button', 'aria-expanded': open, 'aria-controls': id, onClick } as const,
    popupProps: { id, hidden: !open },
  }
}

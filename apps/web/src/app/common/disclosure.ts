import type { FocusEvent, KeyboardEvent } from 'react'
import { useId, useRef, useState } from 'react'

/**
 * A button that shows and hides links below it. Escape closes it and returns the focus to the button; it also
 * closes when the focus leaves it. Plain links, not an ARIA menu: it is navigation and works with Tab alone.
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
  // A press outside also removes the focus; relatedTarget is null then.
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) close()
  }
  const onClick = () => {
    setOpen(!open)
    // Safari does not focus a pressed button, and without focus there is no blur event.
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

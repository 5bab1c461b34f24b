import type { FocusEvent, KeyboardEvent } from 'react'
import { useId, useRef, useState } from 'react'

/**
 * A button that shows and hides links below it. Escape closes it and returns the focus to the button; so does a focus
 * that leaves. Plain links, not an ARIA menu: it is navigation and works with Tab alone.
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
  // A press outside takes the focus away too: the links take it themselves, the page gives it to nobody.
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) close()
  }
  const onClick = () => {
    setOpen(!open)
    // Safari gives a pressed button no focus, and without it nothing would blur.
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

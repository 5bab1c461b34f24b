import type { ReactNode, RefObject } from 'react'
import { useLayoutEffect, useRef } from 'react'
import css from './date-picker.module.css'

/** Between the field and what opens under it, and at the window's edges. */
const gap = 6
const margin = 8
/** Where neither above nor below has as much room, it covers the field rather than be smaller. */
const leastHeight = 340

/** Puts it under its field or, where there is more room, above it, and never beyond what can be seen. */
function place(popup: HTMLElement, anchor: HTMLElement) {
  // On a phone the keyboard takes its part of the window.
  const view = window.visualViewport
  const [left, top] = [view?.offsetLeft ?? 0, view?.offsetTop ?? 0]
  const [width, height] = [view?.width ?? window.innerWidth, view?.height ?? window.innerHeight]
  const field = anchor.getBoundingClientRect()
  popup.style.maxWidth = `${width - 2 * margin}px`
  const below = top + height - field.bottom - gap - margin
  const above = field.top - top - gap - margin
  const wanted = popup.scrollHeight
  const isBelow = below >= wanted || below >= above
  const room = Math.min(Math.max(isBelow ? below : above, leastHeight), height - 2 * margin)
  popup.style.maxHeight = `${room}px`
  const tall = Math.min(wanted + 2, room)
  const y = isBelow ? field.bottom + gap : field.top - gap - tall
  const x = Math.min(field.left, left + width - margin - popup.offsetWidth)
  popup.style.top = `${Math.max(top + margin, Math.min(y, top + height - margin - tall))}px`
  popup.style.left = `${Math.max(left + margin, x)}px`
}

type PopupProps = {
  id: string
  label: string
  anchor: RefObject<HTMLElement | null>
  children: ReactNode
}

/**
 * What opens under a field, without taking the focus from it. It stands in the page right behind the field, so that Tab
 * and screen readers find it there, and is drawn in the browser's top layer, where no ancestor can hide or clip it.
 */
export function Popup({ id, label, anchor, children }: PopupProps) {
  const popup = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const [element, field] = [popup.current, anchor.current]
    if (!element || !field) return undefined
    // Browsers from before 2024 have no top layer; there it is fixed, over whatever doesn't clip it.
    element.showPopover?.()
    const again = () => place(element, field)
    again()
    const sizes = new ResizeObserver(again)
    sizes.observe(element)
    const targets = [window, window.visualViewport].filter(
      (target) => target !== null && target !== undefined,
    )
    for (const target of targets) {
      target.addEventListener('resize', again)
      target.addEventListener('scroll', again, { capture: true, passive: true })
    }
    return () => {
      sizes.disconnect()
      for (const target of targets) {
        target.removeEventListener('resize', again)
        target.removeEventListener('scroll', again, { capture: true })
      }
    }
  }, [anchor])

  return (
    // Nothing is done here but to leave the focus alone.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={popup}
      id={id}
      role="dialog"
      aria-label={label}
      popover="manual"
      className={css.popup}
      // A press on a day or a button leaves the caret and the typed text where they are.
      onMouseDown={(event) => event.preventDefault()}
    >
      {children}
    </div>
  )
}

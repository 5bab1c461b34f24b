import type { ReactNode, RefObject } from 'react'
import { useLayoutEffect, useRef } from 'react'
import css from './date-picker.module.css'

/** Distance from the field and from the window's edges, in pixels. */
const gap = 6
const margin = 4

/** The visible area and the free space around the field. On a phone the keyboard covers part of the window. */
function measure(popup: HTMLElement, anchor: HTMLElement) {
  const view = window.visualViewport
  const [left, top] = [view?.offsetLeft ?? 0, view?.offsetTop ?? 0]
  const [width, height] = [view?.width ?? window.innerWidth, view?.height ?? window.innerHeight]
  const field = anchor.getBoundingClientRect()
  popup.style.maxWidth = `${width - 2 * margin}px`
  const wanted = popup.scrollHeight + popup.offsetHeight - popup.clientHeight
  const below = top + height - field.bottom - gap - margin
  const above = field.top - top - gap - margin
  return { left, top, width, height, field, wanted, below, above }
}

/** Scrolls the page until the popup fits below its field, if it fits neither there nor above. */
function makeRoom(popup: HTMLElement, anchor: HTMLElement) {
  const { top, field, wanted, below, above } = measure(popup, anchor)
  if (below >= wanted || above >= wanted) return
  // The height of the page's sticky header.
  const covered = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  window.scrollBy(0, Math.max(0, Math.min(wanted - below, field.top - top - covered)))
}

/** Positions the popup below its field, or above, inside the visible area; covers the field rather than be cut off. */
function place(popup: HTMLElement, anchor: HTMLElement) {
  const { left, top, width, height, field, wanted, below, above } = measure(popup, anchor)
  const tall = Math.min(wanted, height - 2 * margin)
  popup.style.maxHeight = `${tall}px`
  const isBelow = below >= wanted || below >= above
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
 * Popup of a field that does not take its focus. In the document it follows the field, for Tab and screen readers; it
 * is rendered in the browser's top layer, where no ancestor can hide or clip it.
 */
export function Popup({ id, label, anchor, children }: PopupProps) {
  const popup = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const [element, field] = [popup.current, anchor.current]
    if (!element || !field) return undefined
    // Browsers before 2024 have no top layer; there it is fixed, above everything that does not clip it.
    element.showPopover?.()
    const again = () => place(element, field)
    makeRoom(element, field)
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
    // The handler only keeps the focus where it is.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={popup}
      id={id}
      role="dialog"
      aria-label={label}
      popover="manual"
      className={css.popup}
      // Keep the caret and the typed text when a day or button is pressed.
      onMouseDown={(event) => event.preventDefault()}
    >
      {children}
    </div>
  )
}

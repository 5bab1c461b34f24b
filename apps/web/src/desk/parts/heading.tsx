import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** The heading of a screen. It has the focus when the screen appears: screen readers say what it is. */
export function Heading({ hidden = false, children }: { hidden?: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Before anybody types into a field of the screen.
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    <h1 ref={heading} tabIndex={-1} className={hidden ? 'hidden' : undefined}>
      {children}
    </h1>
  )
}

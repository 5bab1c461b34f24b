import type { ComponentProps, ComponentType } from 'react'
import { lazy, Suspense, useSyncExternalStore } from 'react'

/** A lazy-loaded file is not available: no network, or replaced by an update. */
export class MissingCode extends Error {
  override name = 'MissingCode'
}

let loadedParts = 0
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
function countLoaded() {
  loadedParts += 1
  for (const notify of listeners) notify()
}

/** Lazy component, loaded when first rendered. Rendering throws MissingCode if loading fails. */
export const lazyPart = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    try {
      const part = await load()
      // After React has been told: its callback comes two microtasks later.
      setTimeout(countLoaded)
      return { default: part }
    } catch (cause) {
      throw new MissingCode('Cannot load the code of this component', { cause })
    }
  })

/**
 * `Suspense` for lazy parts, which shows a part as soon as it is loaded. React alone does so only when the fallback has
 * been shown for 300 ms: it delays its own retries, but not updates.
 */
export function PartBoundary(props: ComponentProps<typeof Suspense>) {
  useSyncExternalStore(subscribe, () => loadedParts)
  return <Suspense {...props} />
}

type Guard = (event: PopStateEvent) => void

let guard: Guard | undefined

// A window calls its listeners in the order in which they came, whatever their phase, and the router's has drawn the
// other page before the next one is called. So this one has to be there before the router: main.tsx imports it.
window.addEventListener('popstate', (event) => guard?.(event))

/** Lets `next` see each Back and Forward before the router does; it may keep it from the router. */
export function setHistoryGuard(next: Guard | undefined): void {
  guard = next
}

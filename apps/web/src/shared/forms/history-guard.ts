type Guard = (event: PopStateEvent) => void

let guard: Guard | undefined

// Window listeners run in the order of registration, regardless of phase, and the router's listener renders the other
// page before later ones run. Register before the router: main.tsx imports this module.
window.addEventListener('popstate', (event) => guard?.(event))

/** Passes each Back and Forward to `next` before the router; `next` may stop it. */
export function setHistoryGuard(next: Guard | undefined): void {
  guard = next
}

import { ifAllowed } from '#web/lib/if-allowed.ts'

// Without one, each tab notices a sign-out at its next call.
const channel = ifAllowed(() => new BroadcastChannel('session'))

/** Notifies the browser's other tabs of a sign-in or sign-out. */
export const notifyOtherTabs = (): void => channel?.postMessage('changed')

/** Calls `listener` when another tab signs in or out. Returns the function that unsubscribes. */
export function onOtherTab(listener: () => void): () => void {
  channel?.addEventListener('message', listener)
  return () => channel?.removeEventListener('message', listener)
}

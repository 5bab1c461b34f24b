const channel = new BroadcastChannel('session')

/** Notifies the browser's other tabs of a sign-in or sign-out. */
export const notifyOtherTabs = (): void => channel.postMessage('changed')

/** Calls `listener` when another tab signs in or out. Returns the function that unsubscribes. */
export function onOtherTab(listener: () => void): () => void {
  channel.addEventListener('message', listener)
  return () => channel.removeEventListener('message', listener)
}

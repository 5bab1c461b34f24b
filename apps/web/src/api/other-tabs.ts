const channel = new BroadcastChannel('session')

/** Notifies the browser's other tabs of a sign-in or sign-out. */
export const tellOtherTabs = (): void => channel.postMessage('changed')

/** Calls `listener` when another tab has signed in or out. Returns a function that stops it. */
export function onOtherTab(listener: () => void): () => void {
  channel.addEventListener('message', listener)
  return () => channel.removeEventListener('message', listener)
}

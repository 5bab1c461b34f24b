const channel = new BroadcastChannel('session')

/** Tells the browser's other tabs that somebody signed in or out. */
export const tellOtherTabs = (): void => channel.postMessage('changed')

/** Calls `listener` when another tab has signed in or out. Returns how to stop. */
export function onOtherTab(listener: () => void): () => void {
  channel.addEventListener('message', listener)
  return () => channel.removeEventListener('message', listener)
}

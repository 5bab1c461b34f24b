/**
 * Runs what a browser rejects while cookies and site data are blocked: storage, and in Firefox also `new BroadcastChannel`.
 * @returns undefined if the browser rejects it
 */
export function ifAllowed<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

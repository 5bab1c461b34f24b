import { useSyncExternalStore } from 'react'

/**
 * State of the network: normal, no network, the last call failed without a response, a call takes longer than
 * `slowAfterMs`.
 */
export type Connection = 'fine' | 'offline' | 'unanswered' | 'slow'

/** Time without a response after which the slow-connection notice appears. */
export const slowAfterMs = 5000

const overdue = new Set<object>()
let unanswered = false
const listeners = new Set<() => void>()

const notify = () => {
  for (const listener of listeners) listener()
}

/** Starts the timer of the slow-connection notice. Returns the function that ends the wait. */
export function beginWait(): () => void {
  const wait = {}
  const timer = setTimeout(() => {
    overdue.add(wait)
    notify()
  }, slowAfterMs)
  return () => {
    clearTimeout(timer)
    if (overdue.delete(wait)) notify()
  }
}

/** Records whether a call got a response, with any status. Returns the same result. */
export async function watchAnswer<Answer>(sent: Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
  const endWait = beginWait()
  const setUnanswered = (failed: boolean) => {
    if (unanswered === failed) return
    unanswered = failed
    notify()
  }
  try {
    const answer = await sent
    setUnanswered(false)
    return answer
  } catch (error) {
    // An aborted call says nothing about the network.
    if (!signal?.aborted) setUnanswered(true)
    throw error
  } finally {
    endWait()
  }
}

const current = (): Connection => {
  if (!navigator.onLine) return 'offline'
  if (overdue.size > 0) return 'slow'
  return unanswered ? 'unanswered' : 'fine'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export const useConnection = () => useSyncExternalStore(subscribe, current)

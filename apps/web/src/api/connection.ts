import { useSyncExternalStore } from 'react'

/** How the network seems to fare: nothing to say, no network, a call without an answer, an answer that is long in coming. */
export type Connection = 'fine' | 'offline' | 'unanswered' | 'slow'

/** After so long without an answer one is told that something is still on its way. */
const slowAfter = 5000

const overdue = new Set<object>()
let unanswered = false
const listeners = new Set<() => void>()

const tell = () => {
  for (const listener of listeners) listener()
}

/** Says that something is waited for. Returns how to say that it is there, or given up. */
export function beginWait(): () => void {
  const wait = {}
  const timer = setTimeout(() => {
    overdue.add(wait)
    tell()
  }, slowAfter)
  return () => {
    clearTimeout(timer)
    if (overdue.delete(wait)) tell()
  }
}

/** Watches a call's fate; whatever the server answered, it did answer. The result is the one that was given. */
export async function watchAnswer<Answer>(sent: Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
  const endWait = beginWait()
  const learn = (failed: boolean) => {
    if (unanswered === failed) return
    unanswered = failed
    tell()
  }
  try {
    const answer = await sent
    learn(false)
    return answer
  } catch (error) {
    // Who gave up waiting learned nothing about the network.
    if (!signal?.aborted) learn(true)
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

import type { Endpoint } from '@portal/contract/endpoint.ts'
import type { z } from 'zod'
import { fits, type ReplySchema } from './fits.ts'

/** Pauses between tries after the server has rejected a stream; browsers reconnect by themselves after a lost connection. */
const [firstPauseMs, longestPauseMs] = [15_000, 300_000]

type Handlers<E extends Endpoint> = {
  /** Called with each event's data. Events that do not match the contract are ignored. */
  onData: (data: z.output<NonNullable<E['events']>>) => void
  /** Called when the page is used again without a stream: what it shows may be out of date. */
  onMissed: () => void
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Reads a stream of server-sent events while the page is visible: browsers limit connections, and phones end those of
 * hidden pages. Shows no messages: without a stream the page works as before. Returns the function that ends it.
 */
export function watchEvents<E extends Endpoint>(
  { path, events }: E,
  { onData, onMissed }: Handlers<E>,
): () => void {
  if (!('EventSource' in window)) return () => {}
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let pauseMs = firstPauseMs

  const close = () => {
    clearTimeout(timer)
    source?.close()
    source = undefined
  }
  const open = () => {
    close()
    if (document.hidden) return
    const opened = new EventSource(path)
    source = opened
    opened.addEventListener('message', ({ data }) => {
      pauseMs = firstPauseMs
      const body = parsed(String(data))
      // What `endpoints.ts` exports has a JSON Schema in the place of the schema.
      if (fits(events as unknown as ReplySchema, body)) onData(body as Parameters<typeof onData>[0])
    })
    // The account has newer streams than the server allows: reconnecting would end another one.
    opened.addEventListener('replaced', close)
    opened.addEventListener('error', () => {
      if (source !== opened || opened.readyState !== EventSource.CLOSED) return
      timer = setTimeout(open, pauseMs)
      pauseMs = Math.min(2 * pauseMs, longestPauseMs)
    })
  }
  const resume = () => {
    if (document.hidden) close()
    else if (source?.readyState !== EventSource.OPEN) {
      onMissed()
      open()
    }
  }

  document.addEventListener('visibilitychange', resume)
  window.addEventListener('focus', resume)
  window.addEventListener('online', resume)
  open()
  return () => {
    close()
    document.removeEventListener('visibilitychange', resume)
    window.removeEventListener('focus', resume)
    window.removeEventListener('online', resume)
  }
}

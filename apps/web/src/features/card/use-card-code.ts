import type { ShownCard } from '@portal/contract/card.ts'
import { useEffect, useRef, useState } from 'react'
import { call } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'

/** Milliseconds after which a request counts as slow, after which it is given up, and until the next try after a failure. */
const [slowMs, longestMs, againMs] = [4_000, 15_000, 5_000]

type State = {
  /** `until`, `renewAt`: by the clock of this device, counted from when the code was asked for. */
  card?: ShownCard & { until: number; renewAt: number }
  /** When the request that is under way was sent. */
  askedAt?: number | undefined
  error?: unknown
}

/**
 * Asks for a code of the card, and for the next one each minute, while the page is visible; a page that is shown again asks
 * at once. `now` ticks each second.
 */
export function useCardCode() {
  const [state, setState] = useState<State>({})
  const [now, setNow] = useState(Date.now)
  const restart = useRef(() => {})

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let request: AbortController | undefined

    const stop = () => {
      clearTimeout(timer)
      request?.abort()
      request = undefined
    }
    const ask = async () => {
      stop()
      const sent = new AbortController()
      request = sent
      const askedAt = Date.now()
      setState(({ card }) => ({ ...(card && { card }), askedAt }))
      let wait = againMs
      const giveUp = setTimeout(() => sent.abort(new DOMException('No answer', 'TimeoutError')), longestMs)
      try {
        const card = await call(endpoints.showCard, {}, sent.signal)
        if (request !== sent) return
        wait = card.renew_after * 1_000
        setState({
          card: { ...card, until: askedAt + card.valid_for * 1_000, renewAt: askedAt + wait },
        })
      } catch (error) {
        if (request !== sent) return
        setState(({ card }) => ({ ...(card && { card }), error }))
      } finally {
        clearTimeout(giveUp)
      }
      timer = setTimeout(() => void ask(), Math.max(0, askedAt + wait - Date.now()))
    }
    const follow = () => {
      if (document.hidden) stop()
      else void ask()
    }

    restart.current = () => void ask()
    follow()
    const ticks = setInterval(() => setNow(Date.now()), 1_000)
    document.addEventListener('visibilitychange', follow)
    return () => {
      stop()
      clearInterval(ticks)
      document.removeEventListener('visibilitychange', follow)
    }
  }, [])

  const { card, askedAt, error } = state
  return {
    card: card && card.until > now ? card : undefined,
    hasExpired: card !== undefined && card.until <= now,
    error,
    isSlow: askedAt !== undefined && now - askedAt > slowMs,
    now,
    askAgain: () => restart.current(),
  }
}

/** Keeps the screen on while the page is visible, where the browser can. */
export function useScreenAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const hold = async () => {
      if (document.hidden || !('wakeLock' in navigator)) return
      // Browsers refuse it with a low battery.
      const held = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isOver) void held?.release()
      else lock = held
    }
    // A hidden page loses it.
    const follow = () => void hold()
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', follow)
      void lock?.release()
    }
  }, [])
}

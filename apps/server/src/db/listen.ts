import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

type Handlers = {
  /** Receives the payload of each notification, after the commit of its transaction. */
  onNotice: (channel: string, payload: string) => void
  /** Called when listening again after a lost connection: notifications may have been missed. */
  onGap: () => void
}

/**
 * Listens on channels until the returned function is called. Resolves when listening, or when the first try to connect
 * has failed: further tries follow.
 */
export type Listen = (channels: readonly string[], handlers: Handlers) => Promise<() => Promise<void>>

/** Pause between tries to connect. */
const retryMs = 1_000

/**
 * Listens on a connection of its own: one of the pool would lose the notifications that arrive between queries. Not
 * through a pooler of transactions (DATABASE_DIRECT_URL).
 * @param report receives the first error of each interruption
 */
export const listenOnPostgres =
  (
    { connectionString, connectTimeoutMs }: { connectionString: string; connectTimeoutMs: number },
    report: (error: Error) => void,
  ): Listen =>
  async (channels, { onNotice, onGap }) => {
    const ending = new AbortController()
    const { signal } = ending
    const listening = Promise.withResolvers<void>()
    let current: pg.Client | undefined

    /** Resolves when the connection has ended. */
    const listenOnce = async (onReady: () => void): Promise<void> => {
      const client = new pg.Client({
        connectionString,
        application_name: 'portal listener',
        connectionTimeoutMillis: connectTimeoutMs,
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
      })
      current = client
      const ended = new Promise<void>((resolve) => client.once('end', resolve))
      let broken: Error | undefined
      client.on('error', (error) => {
        broken = error
      })
      client.on('notification', ({ channel, payload }) => onNotice(channel, payload ?? ''))
      try {
        await client.connect()
        for (const channel of channels) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
        onReady()
        await ended
      } finally {
        await client.end().catch(() => {})
      }
      if (broken) throw broken
    }

    const loop = async () => {
      let isGap = false
      let isReported = false
      while (!signal.aborted) {
        try {
          await listenOnce(() => {
            isReported = false
            if (isGap) onGap()
            listening.resolve()
          })
        } catch (error) {
          if (!isReported && !signal.aborted) report(error as Error)
          isReported = true
        }
        isGap = true
        listening.resolve()
        await sleep(retryMs, undefined, { signal }).catch(() => {})
      }
    }
    const looping = loop()
    await listening.promise
    return async () => {
      ending.abort()
      await current?.end().catch(() => {})
      await looping
    }
  }

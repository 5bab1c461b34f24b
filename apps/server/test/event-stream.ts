import { request } from 'node:http'
import { watchOwnPoints } from '@portal/contract/points.ts'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Client } from './test-app.ts'
import { until } from './until.ts'

/** Opens the stream of a client's account over HTTP: `inject` would wait for its end. */
export async function openStream(app: FastifyInstance, { cookies }: Pick<Client, 'cookies'>) {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const sent = request({ port, host: '127.0.0.1', path: watchOwnPoints.path, headers: { cookie } })
  const answered = Promise.withResolvers<{ status: number; headers: Record<string, unknown> }>()
  const ended = Promise.withResolvers<void>()
  let text = ''
  sent.once('response', (answer) => {
    answer.setEncoding('utf8')
    answer.on('data', (part: string) => (text += part))
    answer.once('end', () => ended.resolve())
    answer.once('error', () => ended.resolve())
    answered.resolve({ status: answer.statusCode ?? 0, headers: answer.headers })
  })
  sent.once('error', answered.reject)
  sent.end()
  const counts = () => Array.from(text.matchAll(/^data: \{"count":(\d+),/gm), ([, count]) => Number(count))
  return {
    ...(await answered.promise),
    text: () => text,
    counts,
    /** Waits until the stream has sent this count. */
    sees: (count: number) => until(() => counts().includes(count)),
    ended: ended.promise,
    close: () => sent.destroy(),
  }
}

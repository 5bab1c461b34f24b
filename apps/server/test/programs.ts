import { randomInt } from 'node:crypto'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { type Answer, recordPoints, reversePoints } from '@portal/contract/partner-points.ts'
import { type Description, descriptions } from '@portal/contract/words/descriptions.ts'
import { checkCharacterOf, stickerAlphabet } from '@portal/contract/sticker-codes.ts'
import { sql } from 'kysely'
import { setWebhook } from '#server/features/partner-api/webhook-service.ts'
import { byCommand } from '#server/lib/audit/audit.ts'
import { webhookMessages } from '#server/ledger/events/announce.ts'
import type { TestApp } from './test-app.ts'
import type { MadePartner } from './factories.ts'

type Input = { params?: Record<string, unknown>; query?: Record<string, string>; body?: unknown }

/** Creates a client of the partner API with an access token. `may`: its scopes; `writes`: its descriptions. */
export async function openProgram(
  testApp: TestApp,
  {
    may = ['points:write', 'points:read'],
    writes = [...descriptions],
    as,
  }: { may?: string[]; writes?: Description[]; as?: MadePartner } = {},
) {
  const partner = as ?? (await testApp.make.partner({ descriptions: writes }))
  const token = await testApp.make.accessToken(partner, may)

  const send = async ({ method, path }: Endpoint, { params = {}, query, body }: Input = {}) => {
    const answer = await testApp.app.inject({
      method,
      url: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name]))),
      headers: { authorization: `Bearer ${token}` },
      ...(query && { query }),
      ...(body !== undefined && { payload: body as object }),
    })
    const { statusCode: status } = answer
    if (status < 400) return { status, body: answer.json<unknown>() }
    // `error`: what programs read of an error beside the dialect's body.
    const { code, final, params: values, ...dialect } = answer.json<Record<string, unknown>>()
    return {
      status,
      body: dialect as unknown,
      error: { code, final, ...(values !== undefined && { params: values }) },
    }
  }
  return {
    partner,
    token,
    send,
    record: async (body: unknown) => {
      const { body: answer, ...rest } = await send(recordPoints, { body })
      return { ...rest, body: answer as Answer }
    },
    recordAll: async (records: unknown[]) => {
      const { status, body } = await send(recordPoints, { body: { records } })
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
      return (body as { results: Answer[] }).results
    },
    reverse: async (body: unknown) => {
      const { body: answer, ...rest } = await send(reversePoints, { body })
      return { ...rest, body: answer as Answer }
    },
  }
}

/** A code of the right form that no sticker has. */
export function unissuedCode(): string {
  const body = Array.from({ length: 11 }, () => stickerAlphabet[randomInt(stickerAlphabet.length)]).join('')
  return body + checkCharacterOf(body)
}

export type Program = Awaited<ReturnType<typeof openProgram>>

/** Sets a webhook that is never reached: its name leads to the server itself. @returns its secret */
export const setUnreachableWebhook = ({ portal }: TestApp, clientId: string) =>
  setWebhook(portal, byCommand('partner set-webhook'), clientId, 'https://localhost:9/hook')

/** Adds a webhook message that has failed and waits for an hour. @returns its id */
export async function addFailedMessage({ db }: TestApp, partnerId: number): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into pgboss.job (name, data, state, retry_limit, retry_count, start_after, group_id)
    values (${webhookMessages.name}, ${JSON.stringify({ partnerId, recordIds: [1] })}::jsonb, 'retry', 400, 1,
      now() + interval '1 hour', ${String(partnerId)})
    returning id`.execute(db)
  return rows[0]?.id ?? ''
}

/** A partner's program such as an ATM, a bin or a redemption site: registered by the operator, with its own token. */
import { expect } from '@playwright/test'
import { registerPartner } from '../partners.ts'
import type { Portal } from '../portal.ts'

export type Program = {
  /** Records a delivery or coupon; returns the portal's response. */
  record: (record: object) => Promise<{ status: string; id?: number; points?: number }>
  /** Reverses a record by its reference; `as` is the kind of a coupon's reversal. */
  reverse: (
    reference: string,
    more?: { as?: string; reason?: string },
  ) => Promise<{ status: string; id?: number }>
}

/** Registers a partner site under a Greek display name, and authenticates its program by client credentials. */
export async function openProgram(portal: Portal, name: string): Promise<Program> {
  const written = [
    'oil_collected',
    'collection_cancelled',
    'item_delivered',
    'coupon_created',
    'coupon_cancelled',
  ]
  const { id, secret } = await registerPartner(portal, [
    name,
    '--url',
    'https://partner.example.gr/',
    '--scope',
    'points:write',
    ...written.flatMap((description) => ['--writes', description]),
  ])
  const answer = await fetch(`${portal.url}/oauth/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${id}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'points:write' }),
  })
  expect(answer.status, `token: ${answer.statusText}`).toBe(200)
  const { access_token } = (await answer.json()) as { access_token: string }

  const send = async (path: string, body: object) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${access_token}` }
    const answer = await fetch(`${portal.url}/api/partner/points/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    const reply = (await answer.json()) as { status: string; id?: number; points?: number }
    expect(answer.ok, `${path} ${JSON.stringify(reply)}`).toBe(true)
    return reply
  }
  return {
    record: (record) => send('', record),
    reverse: (reference, more = {}) =>
      send('reverse/', {
        reference,
        reversal_reference: `${reference}-back`,
        happened_at: new Date().toISOString(),
        ...more,
      }),
  }
}

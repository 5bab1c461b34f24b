/** A partner's program as an ATM, a bin or a redemption site has one: registered by the operator, with a token of its own. */
import { expect } from '@playwright/test'
import { registerPartner } from '../partners.ts'
import type { Portal } from '../portal.ts'

export type Program = {
  /** Records what happened; the answer of the portal. */
  record: (record: object) => Promise<{ status: string; id?: number; points?: number }>
  /** Takes a record back by its reference; `as` says of a coupon how. */
  reverse: (
    reference: string,
    more?: { as?: string; reason?: string },
  ) => Promise<{ status: string; id?: number }>
}

/** Registers a partner site under a name that citizens read, and signs its program in by client credentials. */
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
    const said = (await answer.json()) as { status: string; id?: number; points?: number }
    expect(answer.ok, `${path} ${JSON.stringify(said)}`).toBe(true)
    return said
  }
  return {
    record: (record) => send('', record),
    reverse: (reference, more = {}) =>
      send('reverse/', {
        ...{ reference, reversal_reference: `${reference}-back`, happened_at: new Date().toISOString() },
        ...more,
      }),
  }
}

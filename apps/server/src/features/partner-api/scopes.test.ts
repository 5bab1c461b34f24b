import type { Endpoint } from '@portal/contract/endpoint.ts'
import { endpoints } from '@portal/contract/list/endpoint-list.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeApi } from '#server/http/openapi.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { openProgram, type Program } from '#test/programs.ts'

let testApp: TestApp
let programs: Program[]
/** Scopes of the tokens, in the order of the table's columns. */
const kinds = [['points:write'], ['points:read'], ['openid', 'profile', 'email', 'points']]
beforeAll(async () => {
  testApp = await openTestApp()
  programs = await Promise.all(kinds.map((may) => openProgram(testApp, { may })))
})
afterAll(() => testApp.close())

/** Expected statuses, copied from docs/partners.md. 400 means that the scope suffices. */
const table: Record<string, readonly [write: number, read: number, neither: number]> = {
  describePartner: [200, 200, 200],
  recordPoints: [400, 403, 403],
  reversePoints: [400, 403, 403],
  findBalance: [403, 404, 403],
  listEvents: [403, 200, 403],
  useCoupon: [400, 403, 403],
  reverseCouponUse: [400, 403, 403],
}
/** Public endpoints, which ignore access tokens. */
const forAnyone: ReadonlySet<string> = new Set([
  'confirmEmailChange',
  'restoreEmail',
  'describeSite',
  'listMunicipalities',
  'findSignInSite',
  'listPlaces',
  'signUp',
  'resendActivation',
  'disown',
  'enrolDevice',
  'activate',
  'checkFirstLink',
  'openFirstAccount',
  'login',
  'resetPassword',
  'checkPasswordReset',
  'confirmPasswordReset',
  'confirmErasure',
  'cancelErasureByLink',
  'stopPointsMails',
  'showGift',
])

const statusesOf = async (endpoint: Endpoint) =>
  Promise.all(
    programs.map(async ({ token }) => {
      const { statusCode } = await testApp.app.inject({
        method: endpoint.method,
        url: endpoint.path.replace(/\{\w+\}/g, '999999'),
        headers: { authorization: `Bearer ${token}` },
        ...(endpoint.method !== 'GET' && { payload: {} }),
      })
      return statusCode
    }),
  )

describe('access by scope [partners scopes]', () => {
  it.each(Object.entries(table))(
    '%s: returns %j for points:write, points:read, neither',
    async (name, expected) => {
      expect(await statusesOf(endpoints[name] as Endpoint)).toEqual(expected)
    },
  )

  it.each(Object.entries(table))('%s: OpenAPI names the required scope', (name, row) => {
    const { path, method } = endpoints[name] as Endpoint
    const { paths } = describeApi() as { paths: Record<string, Record<string, { security: object[] }>> }
    const opening = ['points:write', 'points:read'].filter((_, place) => row[place] !== 403)
    expect(paths[path]?.[method.toLowerCase()]?.security).toContainEqual({
      partner: opening.length === 1 ? opening : [],
    })
  })

  const forSessions = Object.entries(endpoints).filter(([name]) => !(name in table) && !forAnyone.has(name))
  it.each(forSessions)('rejects tokens of programs at %s', async (_name, endpoint) => {
    expect(await statusesOf(endpoint)).toEqual([401, 401, 401])
  })
})

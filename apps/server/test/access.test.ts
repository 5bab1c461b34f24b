import { me } from '@portal/contract/accounts.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { endpoints } from '@portal/contract/endpoint-list.ts'
import { type Role, roles } from '@portal/contract/security/permissions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeApi } from '#server/http/openapi.ts'
import { days, hours } from '#server/lib/time/clock.ts'
import { type Client, type TestApp, openTestApp } from './test-app.ts'
import type { Person } from './factories.ts'
import { addApp, beginSignIn, codeNow } from './second-factor.ts'

let testApp: TestApp
let municipality: { id: number }
let participant: Person
let callers: Callers
beforeAll(async () => {
  testApp = await openTestApp()
  municipality = await testApp.make.municipality()
  participant = await testApp.make.customer()
  callers = await openCallers()
})
afterAll(() => testApp.close())

type Callers = readonly [Person, Client][]

/** Opens a visitor, a customer and a client of each role of staff. */
async function openCallers(): Promise<Callers> {
  const people = [await testApp.make.customer()]
  for (const role of roles) people.push(await testApp.make.staff({ role }))
  const signedIn: [Person, Client][] = []
  for (const person of people) signedIn.push([person, await testApp.signIn(person)])
  return [[await testApp.make.customer(), testApp.visitor()], ...signedIn]
}

type Input = { params?: unknown; query?: unknown; body?: unknown }
type Row = {
  /** Expected status for a visitor, a customer and staff of each role; one figure for staff holds for all roles. */
  expected:
    | readonly [anonymous: number, customer: number, staff: number]
    | readonly [anonymous: number, customer: number, clerk: number, manager: number, operator: number]
  /** Input of the call; a function if it depends on the caller. */
  input?: Input | ((who: Person) => Input)
  /** The call changes the caller's session, so it needs separate callers. */
  spoils?: true
  /** For partner programs: sessions are not accepted. */
  byToken?: true
  /** For the second step of a sign-in: sessions are not accepted. */
  pending?: true
}

const strongPassword = 'ελιά-κι-αλάτι-73'
const link = { uid: 'unknown', token: 'none' }
const credentials = ({ email, password }: Person): Input => ({ body: { email, password } })
const reauthentication = ({ password }: Person): Input => ({ body: { current_password: password } })
const signUpForm = (): Input => ({
  body: {
    first_name: 'Άννα',
    last_name: 'Γεωργίου',
    telephone: '6944000000',
    municipality: municipality.id,
    email: `anna-${crypto.randomUUID()}@example.gr`,
    password: strongPassword,
    re_password: strongPassword,
  },
})

/**
 * Access table: every endpoint of the contract with its expected statuses, written by hand from portal.md §6, not
 * derived from the code. A 400 means access, too: validation runs after the access check.
 */
const table: Record<string, Row> = {
  describeSite: { expected: [200, 200, 200] },
  listMunicipalities: { expected: [200, 200, 200] },
  findSignInSite: { expected: [200, 200, 200], input: { query: { client: 'unknown' } } },
  listPlaces: { expected: [200, 200, 200] },

  signUp: { expected: [201, 201, 201], input: signUpForm },
  resendActivation: { expected: [204, 204, 204], input: { body: { email: 'unknown@example.gr' } } },
  activate: { expected: [400, 400, 400], input: { body: link } },
  disown: { expected: [400, 400, 400], input: { body: link } },
  login: { expected: [200, 200, 200], input: credentials, spoils: true },
  resetPassword: { expected: [204, 204, 204], input: { body: { email: 'unknown@example.gr' } } },
  checkPasswordReset: { expected: [400, 400, 400], input: { body: link } },
  confirmPasswordReset: {
    expected: [400, 400, 400],
    input: { body: { ...link, new_password: strongPassword } },
  },

  me: { expected: [401, 200, 200] },
  updateMe: { expected: [401, 200, 200], input: { body: { first_name: 'Νέα' } } },
  chooseLanguage: { expected: [401, 204, 403], input: { body: { language: 'en' } } },
  exportOwnData: { expected: [401, 200, 200], input: reauthentication },
  exportOwnDataPage: { expected: [401, 200, 200], input: reauthentication },
  describeErasure: { expected: [401, 200, 200] },
  requestErasure: { expected: [401, 204, 403], input: reauthentication },
  confirmErasure: { expected: [400, 400, 400], input: { body: link } },
  cancelErasure: { expected: [401, 204, 204] },
  cancelErasureByLink: { expected: [400, 400, 400], input: { body: link } },
  setPassword: {
    expected: [401, 204, 204],
    input: ({ password }) => ({ body: { current_password: password, new_password: strongPassword } }),
    spoils: true,
  },
  showEmailChange: { expected: [401, 200, 200] },
  requestEmailChange: {
    expected: [401, 204, 204],
    input: () => ({ body: { email: `new-${crypto.randomUUID()}@example.gr` } }),
  },
  confirmEmailChange: { expected: [400, 400, 400], input: { body: link } },
  restoreEmail: { expected: [400, 400, 400], input: { body: link } },
  logout: { expected: [401, 204, 204], spoils: true },
  listSessions: { expected: [401, 200, 200] },
  endSession: { expected: [401, 404, 404], input: () => ({ params: { id: crypto.randomUUID() } }) },
  endAllSessions: { expected: [401, 204, 204], spoils: true },

  verifyCode: { expected: [401, 401, 401], input: { body: { code: '000000' } }, pending: true },
  verifyRecoveryCode: { expected: [401, 401, 401], input: { body: { code: 'x' } }, pending: true },
  beginPasskey: { expected: [401, 401, 401], pending: true },
  verifyPasskey: { expected: [401, 401, 401], input: { body: { credential: {} } }, pending: true },
  showSecondFactor: { expected: [401, 200, 200] },
  confirmPassword: {
    expected: [401, 204, 204],
    input: ({ password }) => ({ body: { current_password: password } }),
  },
  beginTotp: { expected: [401, 200, 200] },
  addTotp: { expected: [401, 400, 400], input: { body: { code: '000000' } } },
  removeTotp: { expected: [401, 404, 404] },
  beginConfirmation: { expected: [401, 200, 200] },
  beginAddPasskey: { expected: [401, 200, 200] },
  addPasskey: { expected: [401, 400, 400], input: { body: { name: 'Κινητό', credential: {} } } },
  removePasskey: { expected: [401, 404, 404], input: { params: { id: 999_999 } } },
  makeRecoveryCodes: { expected: [401, 409, 409] },

  listNotices: { expected: [401, 200, 200] },
  dismissNotice: { expected: [401, 204, 204], input: { body: { page: 'terms', number: 1 } } },
  listConnectedSites: { expected: [401, 200, 200] },
  withdrawConsent: { expected: [401, 404, 404], input: { body: { site: 'unknown' } } },

  listOwnDataRequests: { expected: [401, 200, 200] },
  askDataRequest: { expected: [401, 201, 403], input: { body: { kind: 'objection', text: 'x' } } },
  liftOwnRestriction: { expected: [401, 404, 404] },
  summarizePoints: { expected: [401, 200, 200] },
  listOwnPoints: { expected: [401, 200, 200] },
  showPointsMails: { expected: [401, 200, 200] },
  setPointsMails: { expected: [401, 200, 403], input: { body: { mode: 'off' } } },
  stopPointsMails: {
    expected: [204, 204, 204],
    input: () => ({ params: { token: crypto.randomUUID() } }),
  },
  summarizeOwnYear: { expected: [401, 200, 200] },
  watchOwnPoints: { expected: [401, 200, 200] },

  explainOwnPoints: { expected: [401, 404, 404], input: { params: { id: 1 } } },
  explainPoints: { expected: [401, 403, 404], input: { params: { id: 999_999 } } },
  listOwnCoupons: { expected: [401, 200, 200] },
  showOwnCoupon: { expected: [401, 404, 404], input: { params: { id: 1 } } },
  listOwnStickers: { expected: [401, 200, 200] },
  bindSticker: { expected: [401, 400, 403], input: { body: { code: 'x' } } },
  reportStickerLost: { expected: [401, 400, 400], input: { body: { code: 'x' } } },
  reportStickerFound: { expected: [401, 400, 400], input: { body: { code: 'x' } } },
  replaceSticker: { expected: [401, 400, 403], input: { body: { code: 'x', new_code: 'y' } } },
  issueStickers: { expected: [401, 403, 201], input: { body: { count: 1 } } },
  listStickerBatches: { expected: [401, 403, 200] },
  showOverview: { expected: [401, 403, 200], input: () => ({ params: { id: participant.id } }) },
  lockAccount: {
    expected: [401, 403, 403, 404, 404],
    input: { params: { id: 999_999 }, body: { reason: 'stolen' } },
  },
  unlockAccount: { expected: [401, 403, 403, 404, 404], input: { params: { id: 999_999 } } },
  endParticipantSessions: { expected: [401, 403, 403, 404, 404], input: { params: { id: 999_999 } } },
  requestParticipantEmail: {
    expected: [401, 403, 404, 404, 403],
    input: { params: { id: 999_999 }, body: { email: 'new@example.gr', reason: 'x' } },
  },
  addCallNote: {
    expected: [401, 403, 201],
    input: () => ({ params: { id: participant.id }, body: { text: 'x' } }),
  },
  deleteCallNote: { expected: [401, 403, 403, 404, 403], input: { params: { id: 999_999 } } },
  lookUpSticker: { expected: [401, 403, 200], input: { query: { code: 'x' } } },
  listWaitingDeliveries: { expected: [401, 403, 200] },
  listParticipantStickers: { expected: [401, 403, 200], input: () => ({ params: { id: participant.id } }) },
  downloadStickerLabels: { expected: [401, 403, 404], input: { params: { id: 999_999 } } },
  downloadStickerCodes: { expected: [401, 403, 404], input: { params: { id: 999_999 } } },

  listOwnClaims: { expected: [401, 200, 200] },
  reportClaim: {
    expected: [401, 400, 403],
    input: { body: { submission: '3f0b8f0e-5a3a-4c39-9f5d-0d5c7f0b6a11', sticker: 'x', day: '2000-01-01' } },
  },
  listClaims: { expected: [401, 403, 200, 200, 403] },
  countClaims: { expected: [401, 403, 200, 200, 403] },
  findClaim: { expected: [401, 403, 404, 404, 403], input: { params: { id: 999_999 } } },
  decideClaim: {
    expected: [401, 403, 404, 404, 403],
    input: { params: { id: 999_999 }, body: { answer: 'reject', reason: 'not_found' } },
  },

  listStaff: { expected: [401, 403, 403, 403, 200] },
  addStaff: { expected: [401, 403, 403, 403, 400], input: { body: {} } },
  changeStaffRole: {
    expected: [401, 403, 403, 403, 404],
    input: { params: { id: 999_999 }, body: { role: 'clerk' } },
  },
  disableStaff: { expected: [401, 403, 403, 403, 404], input: { params: { id: 999_999 } } },
  enableStaff: { expected: [401, 403, 403, 403, 404], input: { params: { id: 999_999 } } },
  anonymizeStaff: { expected: [401, 403, 403, 403, 404], input: { params: { id: 999_999 } } },

  listPoints: { expected: [401, 403, 200] },
  totalPoints: { expected: [401, 403, 200] },
  showDashboard: { expected: [401, 403, 200] },
  listParticipants: { expected: [401, 403, 200] },
  listUnactivated: { expected: [401, 403, 200] },
  resendParticipantActivation: { expected: [401, 403, 404], input: { params: { id: 999_999 } } },
  listAudit: { expected: [401, 403, 403, 200, 403] },
  exportAudit: { expected: [401, 403, 403, 200, 403] },
  listAuditStaff: { expected: [401, 403, 403, 200, 403] },
  listOwnAudit: { expected: [401, 200, 200] },
  exportPoints: { expected: [401, 403, 200] },
  exportParticipants: { expected: [401, 403, 200] },
  findParticipant: { expected: [401, 403, 200], input: () => ({ params: { id: participant.id } }) },

  listFlags: { expected: [401, 403, 403, 200, 403] },
  resolveFlag: {
    expected: [401, 403, 403, 404, 403],
    input: { params: { id: 999_999 }, body: { note: 'x' } },
  },
  listApprovers: { expected: [401, 403, 403, 200, 403] },
  confirmApprover: { expected: [401, 403, 403, 404, 403], input: { params: { id: 999_999 } } },
  listApprovals: { expected: [401, 403, 403, 200, 403] },
  decideApproval: {
    expected: [401, 403, 403, 404, 403],
    input: { params: { id: 999_999 }, body: { decision: 'approved' } },
  },

  listDataRequests: { expected: [401, 403, 403, 200, 403] },
  answerDataRequest: {
    expected: [401, 403, 403, 404, 403],
    input: { params: { id: 999_999 }, body: { outcome: 'done', answer: 'x' } },
  },
  extendDataRequest: {
    expected: [401, 403, 403, 404, 403],
    input: { params: { id: 999_999 }, body: { reason: 'x' } },
  },
  restrictParticipant: {
    expected: [401, 403, 403, 404, 403],
    input: { params: { id: 999_999 }, body: { reason: 'x' } },
  },
  liftParticipantRestriction: {
    expected: [401, 403, 403, 404, 403],
    input: { params: { id: 999_999 }, body: { reason: 'x' } },
  },
  listMentions: { expected: [401, 403, 403, 200, 403] },
  decideMention: {
    expected: [401, 403, 403, 404, 403],
    input: { params: { id: 999_999 }, body: { decision: 'keep' } },
  },

  // Access with tokens: features/partners/partners.test.ts.
  describePartner: { expected: [401, 401, 401], byToken: true },
  recordPoints: { expected: [401, 401, 401], byToken: true },
  reversePoints: { expected: [401, 401, 401], byToken: true },
  useCoupon: { expected: [401, 401, 401], byToken: true },
  reverseCouponUse: { expected: [401, 401, 401], byToken: true },
  findBalance: {
    expected: [401, 401, 401],
    byToken: true,
    input: () => ({ params: { participant: participant.id } }),
  },
  listEvents: { expected: [401, 401, 401], byToken: true },
}

const rows = Object.entries(table).map(([name, row]) => {
  const [anonymous, customer, ...staff] = row.expected
  const ofRoles = roles.map((_, place) => staff[place] ?? staff[0])
  return { name, ...row, expected: [anonymous, customer, ...ofRoles], endpoint: endpoints[name] }
})

const errors: Record<number, { detail: string }> = {
  401: { detail: 'Authentication credentials were not provided.' },
  403: { detail: 'You do not have permission to perform this action.' },
}

const noToken = { detail: 'Invalid or expired access token.', code: 'access_token_invalid', final: false }

describe('access', () => {
  it('is defined for every endpoint [§6 access]', () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(endpoints).sort())
  })

  it.each(rows)(
    '$name: returns $expected to a visitor, a customer, a clerk, a manager, an operator [security roles]',
    async ({ endpoint, input, expected, spoils, byToken }) => {
      if (!endpoint) throw new Error('The contract has no such endpoint.')
      const answers = []
      for (const [who, client] of spoils ? await openCallers() : callers)
        answers.push(await client.send(endpoint, typeof input === 'function' ? input(who) : input))
      expect(answers.map((answer) => answer.statusCode)).toEqual(expected)
      const rejected = answers.filter((answer) => answer.statusCode in errors)
      expect(rejected.map((answer) => answer.json())).toEqual(
        rejected.map((answer) => (byToken ? noToken : errors[answer.statusCode])),
      )
    },
  )

  const forSessions = rows.filter(
    ({ byToken, pending, expected }) => !byToken && !pending && expected[0] === 401,
  )
  it.each(forSessions.filter(({ endpoint }) => endpoint?.method !== 'GET'))(
    '$name: rejected with a session but without the CSRF header',
    async ({ endpoint }) => {
      if (!endpoint) throw new Error('The contract has no such endpoint.')
      const client = await testApp.signIn(await testApp.make.customer())
      const answer = await client.inject({
        method: endpoint.method,
        url: endpoint.path,
        payload: {},
        headers: { 'x-csrftoken': '' },
      })
      expect([answer.statusCode, answer.json()]).toEqual([
        403,
        { detail: 'CSRF Failed: CSRF token missing or incorrect.' },
      ])
    },
  )

  it.each(rows)(
    '$name: OpenAPI names the required credentials [API description]',
    ({ name, endpoint, expected, byToken }) => {
      const { paths } = describeApi() as { paths: Record<string, Record<string, { security: object[] }>> }
      const security = paths[endpoint?.path ?? '']?.[endpoint?.method.toLowerCase() ?? '']?.security
      const schemes = security?.map((one) => Object.keys(one))
      const session = endpoint?.method === 'GET' ? ['session'] : ['session', 'csrf']
      const forPeople = expected[0] === 401 ? [session] : []
      expect([name, schemes]).toEqual([name, byToken ? [['partner'], ['accessToken']] : forPeople])
    },
  )

  describe('of a sign-in whose second factor is missing', () => {
    let pending: () => Promise<Client>
    let secret: string
    beforeAll(async () => {
      const clerk = await testApp.make.staff()
      secret = (await addApp(testApp, clerk)).secret
      pending = () => beginSignIn(testApp, clerk)
    })

    const closed = rows.filter(
      ({ byToken, pending, expected }) => !byToken && !pending && expected[0] === 401,
    )
    it.each(closed)('$name: returns 401 [security second factor]', async ({ endpoint, input }) => {
      if (!endpoint) throw new Error('The contract has no such endpoint.')
      const client = await pending()
      const answer = await client.send(endpoint, typeof input === 'function' ? input(participant) : input)
      expect([answer.statusCode, answer.json()]).toEqual([401, errors[401]])
    })

    it('accepts the second factor, with the CSRF header only', async () => {
      const client = await pending()
      const payload = { code: codeNow(testApp, secret) }
      const request = { method: 'POST', url: '/api/auth/token/totp/', payload } as const
      expect((await client.inject({ ...request, headers: { 'x-csrftoken': '' } })).statusCode).toBe(403)
      expect((await client.inject(request)).statusCode).toBe(200)
    })
  })

  describe('with STAFF_SECOND_FACTOR=required', () => {
    let strict: TestApp
    let staff: Client
    beforeAll(async () => {
      strict = await openTestApp({ STAFF_SECOND_FACTOR: 'required' })
      staff = await strict.signIn(await strict.make.staff({ role: 'manager' }))
    })
    afterAll(() => strict.close())

    const ofStaff = rows.filter(({ expected, byToken }) => !byToken && expected[1] === 403)
    it.each(ofStaff)(
      '$name: needs a second factor of staff [security required factor]',
      async ({ endpoint, input, expected }) => {
        if (!endpoint) throw new Error('The contract has no such endpoint.')
        const answer = await staff.send(endpoint, typeof input === 'function' ? input(participant) : input)
        const detail = expected[3] === 403 ? errors[403]?.detail : 'Set up a second factor first.'
        expect([answer.statusCode, answer.json()]).toEqual([403, { detail }])
      },
    )

    it('the profile says so, and staff calls are accepted after the set-up [security required factor]', async () => {
      expect((await staff.send(me)).headers['x-second-factor']).toBe('required')
      const manager = await strict.make.staff({ role: 'manager' })
      const { client } = await addApp(strict, manager)
      expect((await client.send(me)).headers['x-second-factor']).toBeUndefined()
      expect((await client.inject({ url: '/api/participants/' })).statusCode).toBe(200)
      const citizen = await strict.signIn(await strict.make.customer())
      expect((await citizen.send(me)).headers['x-second-factor']).toBeUndefined()
    })
  })

  it('answers HEAD as GET, without the body', async () => {
    const customer = await testApp.signIn(await testApp.make.customer())
    const head = async (client: Client, { path }: Endpoint) => {
      const answer = await client.inject({
        method: 'HEAD',
        url: path.replace(/\{\w+\}/, String(participant.id)),
      })
      return [answer.statusCode, answer.body]
    }
    for (const { endpoint, expected } of rows) {
      if (endpoint?.method !== 'GET') continue
      expect(await head(testApp.visitor(), endpoint)).toEqual([expected[0], ''])
      expect(await head(customer, endpoint)).toEqual([expected[1], ''])
    }
  })

  const documentation = [
    '/api/docs',
    '/api/docs/api-docs.css',
    '/api/docs/swagger-ui.css',
    '/api/docs/swagger-ui-bundle.js',
  ]
  it.each(['/healthz', '/readyz', ...documentation])('%s: is public [API description]', async (url) => {
    expect((await testApp.visitor().inject({ url })).statusCode).toBe(200)
  })
})

describe('a session', () => {
  const asMe = async (client: Client) => (await client.send(me)).statusCode

  it('ends immediately when its account is closed', async () => {
    const person = await testApp.make.customer()
    const client = await testApp.signIn(person)
    expect(await asMe(client)).toBe(200)
    await testApp.db.updateTable('users').set({ isActive: false }).where('id', '=', person.id).execute()
    expect(await asMe(client)).toBe(401)
  })

  it('follows its account when it becomes staff, or a customer again', async () => {
    const person = await testApp.make.customer()
    const client = await testApp.signIn(person)
    const listed = async () => (await client.inject({ url: '/api/participants/' })).statusCode
    const setRole = (role: Role | null) =>
      testApp.db
        .updateTable('users')
        .set({ role, isStaff: role !== null })
        .where('id', '=', person.id)
        .execute()
    expect(await listed()).toBe(403)
    await setRole('clerk')
    expect(await listed()).toBe(200)
    await setRole(null)
    expect(await listed()).toBe(403)
  })

  it('rejects forged cookies', async () => {
    const client = testApp.visitor()
    for (const forged of ['', 'x', 'A'.repeat(43), 'á', '%00', 'a'.repeat(4_000)]) {
      client.cookies.set('sessionid', forged)
      expect(await asMe(client)).toBe(401)
    }
  })

  it('ends on the server at logout, and in this browser only', async () => {
    const person = await testApp.make.customer()
    const [here, elsewhere] = [await testApp.signIn(person), await testApp.signIn(person)]
    const stolen = here.cookies.get('sessionid') ?? ''
    const answer = await here.inject({ method: 'POST', url: '/api/auth/token/logout/' })
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect(here.cookies.has('sessionid')).toBe(false)
    expect(await asMe(here)).toBe(401)

    const attacker = testApp.visitor()
    attacker.cookies.set('sessionid', stolen)
    expect(await asMe(attacker)).toBe(401)
    expect(await asMe(elsewhere)).toBe(200)
  })

  it('expires fourteen days after the sign-in, also if it is used', async () => {
    const client = await testApp.signIn(await testApp.make.customer())
    testApp.clock.forward(days(14) - hours(1))
    expect(await asMe(client)).toBe(200)
    testApp.clock.forward(hours(1))
    expect(await asMe(client)).toBe(401)
  })
})

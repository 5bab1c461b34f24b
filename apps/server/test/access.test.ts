import { me } from '@portal/contract/accounts.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { endpoints } from '@portal/contract/list/endpoint-list.ts'
import { showDesk } from '@portal/contract/desk/desk.ts'
import { listEvents } from '@portal/contract/partner-points.ts'
import { verifyCode } from '@portal/contract/second-factor.ts'
import { listStaff } from '@portal/contract/staff.ts'
import {
  type Access,
  can,
  isForDevices,
  isForPartners,
  isForStaff,
  type Role,
  roles,
} from '@portal/contract/security/permissions.ts'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendError } from '#server/http/errors.ts'
import { handle } from '#server/http/mount-endpoint.ts'
import type { ApiError } from '#server/lib/errors/api-error.ts'
import { describeApi } from '#server/http/openapi.ts'
import { days, hours } from '#server/lib/time/clock.ts'
import { type Client, type TestApp, openTestApp } from './test-app.ts'
import type { Person } from './factories.ts'
import { addApp, beginSignIn, codeNow } from './second-factor.ts'

let testApp: TestApp
let participant: Person
let callers: Callers
beforeAll(async () => {
  testApp = await openTestApp()
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
  /** Expected status for those who may call, if it is not that of success; for staff, if it is another one. */
  allowed?: number
  staff?: number
  /** Input of the call; a function if it depends on the caller. */
  input?: Input | ((who: Person) => Input)
  /** The call changes the caller's session, so it needs separate callers. */
  spoils?: true
}

/** Of nothing that there is. */
const absent = {
  id: 999_999,
  client: 'unknown',
  token: 'x'.repeat(43),
  delivery: '00000000-0000-4000-8000-000000000000',
  page: 'terms',
  language: 'el',
}
const ofParticipant = () => ({ params: { id: participant.id } })
const submission = '3f0b8f0e-5a3a-4c39-9f5d-0d5c7f0b6a11'

/**
 * How calls are made whose answer needs an input. A 400 or 404 means access, too: validation and look-ups run after the
 * access check.
 */
const table: Record<string, Row> = {
  findSignInSite: { input: { query: { client: 'unknown' } } },
  login: { input: ({ email, password }) => ({ body: { email, password } }), spoils: true },
  chooseLanguage: { staff: 403, input: { body: { language: 'en' } } },
  requestErasure: { staff: 403, input: ({ password }) => ({ body: { current_password: password } }) },
  logout: { spoils: true },
  endAllSessions: { spoils: true },
  removeTotp: { allowed: 404 },
  makeRecoveryCodes: { allowed: 409 },
  askDataRequest: { staff: 403, input: { body: { kind: 'objection', text: 'x' } } },
  liftOwnRestriction: { allowed: 404 },
  setPointsMails: { staff: 403, input: { body: { mode: 'off' } } },
  stopPointsMails: { input: { params: { token: crypto.randomUUID() } } },
  takeOffer: { allowed: 404, staff: 403, input: { params: absent, body: { submission, points: 1 } } },
  takeGift: { allowed: 404, staff: 403 },
  showCard: { staff: 403 },
  printCard: { staff: 403 },
  bindSticker: { allowed: 400, staff: 403, input: { body: { code: 'x' } } },
  replaceSticker: { allowed: 400, staff: 403, input: { body: { code: 'x', new_code: 'y' } } },
  reportClaim: {
    allowed: 400,
    staff: 403,
    input: { body: { submission, sticker: 'x', day: '2000-01-01' } },
  },
  showOverview: { input: ofParticipant },
  addCallNote: { input: () => ({ ...ofParticipant(), body: { text: 'x' } }) },
  lookUpSticker: { input: { query: { code: 'x' } } },
  listParticipantStickers: { input: ofParticipant },
  findParticipant: { input: ofParticipant },
  countTextMails: { allowed: 200 },
  findText: { allowed: 200 },
}

/** Without a row: an empty body, and parameters of nothing that there is. */
function rowOf(name: string, { path, body, status }: Endpoint): Row {
  const refused = body && !body.safeParse({}).success ? 400 : path.includes('{') ? 404 : status
  const row = table[name] ?? {}
  return {
    ...row,
    allowed: row.allowed ?? (row.input ? status : refused),
    input: row.input ?? { params: absent, ...(body && { body: {} }) },
  }
}

/** Expected statuses for a visitor, a customer and staff of each role. */
function expectedOf({ access, status }: Endpoint, { allowed = status, staff = allowed }: Row): number[] {
  if (access === 'anyone') return [allowed, allowed, ...roles.map(() => staff)]
  if (access === 'signingIn' || isForPartners(access) || isForDevices(access))
    return [401, 401, ...roles.map(() => 401)]
  if (access === 'signedIn') return [401, allowed, ...roles.map(() => staff)]
  return [401, 403, ...roles.map((role) => (can(role, access) ? staff : 403))]
}

const rows = Object.entries(endpoints).map(([name, endpoint]) => {
  const row = rowOf(name, endpoint)
  return { name, ...row, expected: expectedOf(endpoint, row), endpoint, access: endpoint.access }
})

const errors: Record<number, { detail: string }> = {
  401: { detail: 'Authentication credentials were not provided.' },
  403: { detail: 'You do not have permission to perform this action.' },
}

/** What is answered to who is no program of a partner, and no device. */
const withoutCaller = (access: Access) =>
  isForPartners(access) ? noToken : isForDevices(access) ? noDevice : undefined
const noDevice = { detail: 'This device is not enrolled.' }
const noToken = { detail: 'Invalid or expired access token.', code: 'access_token_invalid', final: false }

/** Calls for everyone. Others need a session, or a sign-in under way, a partner's token, or the cookie of a device. */
const open = [
  'activate',
  'cancelErasureByLink',
  'checkFirstLink',
  'checkPasswordReset',
  'confirmEmailChange',
  'confirmErasure',
  'confirmPasswordReset',
  'describeSite',
  'disown',
  'enrolDevice',
  'findSignInSite',
  'listMunicipalities',
  'listPlaces',
  'login',
  'openFirstAccount',
  'resendActivation',
  'resetPassword',
  'restoreEmail',
  'showGift',
  'signUp',
  'stopPointsMails',
]
/** The calls of staff, by the roles that may make them. */
const staffCalls = {
  'clerk manager operator': `
    addCallNote downloadStickerCodes downloadStickerLabels explainPoints exportParticipants exportPoints
    findParticipant issueStickers listParticipantStickers listParticipants listPoints listStickerBatches
    listUnactivated listWaitingDeliveries lookUpSticker resendParticipantActivation sendParticipantReset
    showDashboard showOverview totalPoints`,
  'clerk manager': `
    countClaims decideClaim findClaim listClaims requestParticipantEmail`,
  'manager operator': `
    endParticipantSessions examineSystem findManagedOffer listManagedOffers lockAccount resetParticipantFactor
    unlockAccount`,
  manager: `
    answerDataRequest confirmApprover decideApproval decideMention deleteCallNote eraseParticipant exportAudit
    exportParticipantData exportParticipantDataPage extendDataRequest liftParticipantRestriction listApprovals
    listApprovers listAudit listAuditStaff listDataRequests listFlags listMentions previewRateRequest
    resolveFlag restrictParticipant`,
  operator: `
    addDevice addDeviceLink addImportPart addMunicipality addOffer addPartner addPlace addStaff anonymizeStaff
    beginImport changeBrand changeDevice changeOffer changePartner changePlace changeStaffRole
    changeTextValues checkImport closePlace countTextMails decideHeldEntry disableStaff discardImport
    discardTextDraft downloadLeftOut downloadSettlement downloadSettlementPage enableStaff endOffer
    endStaffSessions enrolDeviceAgain exportPlaces findImport findManagedPlace findText importPlaces
    listDeskDays listDevices listHeldEntries listImports listManagedMunicipalities listManagedPlaces
    listPartnerCalls listPartnerDeliveries listPartnerRecords listPartners listRates listStaff listTexts
    openPlace pausePartner previewPlaces previewRateChange previewText publishOffer publishText readTextValues
    readTextVersion removeMunicipality removeOfferPicture removePlace renameMunicipality requestRateChange
    resumePartner retryPartnerDelivery retryPartnerWebhook revokeDevice rotatePartnerSecret saveTextDraft
    sendTextMails setOfferPicture setPartnerWebhook showBrand showFirstSteps showPartnerConsent startImport
    testMail testPartnerWebhook unlockDevice withdrawDeviceLink withdrawText`,
}
/** Paths of calls about the account that makes them. */
const aboutOneself =
  /^\/api\/(auth|card|privacy|notices|offers|gifts)\/|\/mine\/|^\/api\/points\/(summary|mails)\//

describe('access', () => {
  it('is for visitors in few calls, and for every account in those about itself [§6 access]', () => {
    const namesOf = (kind: string) => rows.filter(({ access }) => access === kind).map(({ name }) => name)
    expect(namesOf('anyone').sort()).toEqual(open)
    const others = rows.filter(
      ({ access, endpoint }) => access === 'signedIn' && !aboutOneself.test(endpoint.path),
    )
    expect(others.map(({ name }) => name)).toEqual([])
  })

  it('is rejected where nothing has checked who calls', async () => {
    const app = Fastify()
    app.setErrorHandler((error, _, reply) => sendError(reply, (error as ApiError).errors))
    for (const endpoint of [me, listStaff, verifyCode, listEvents, showDesk])
      handle(app, endpoint as Endpoint, () => {
        throw new Error('The call was answered.')
      })
    const answers = []
    for (const { method, path } of [me, listStaff, verifyCode, listEvents, showDesk])
      answers.push(
        await app.inject({ method, url: path, ...(method === 'POST' && { payload: { code: '0' } }) }),
      )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401])
  })

  it('is for staff of every role where the specification says staff, else for the roles of the list [§6 access]', () => {
    const ofStaff = ['listParticipants', 'exportParticipants', 'listPoints', 'exportPoints', 'addCallNote']
    const listed = Object.entries(staffCalls).flatMap(([who, calls]) =>
      calls
        .trim()
        .split(/\s+/)
        .map((name) => [name, who]),
    )
    const found = rows.flatMap(({ name, access }) =>
      isForStaff(access) ? [[name, roles.filter((role) => can(role, access)).join(' ')]] : [],
    )
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(listed))
    expect(staffCalls['clerk manager operator'].split(/\s+/)).toEqual(expect.arrayContaining(ofStaff))
  })

  it.each(rows)(
    '$name: returns $expected to a visitor, a customer, a clerk, a manager, an operator [security roles]',
    async ({ endpoint, input, expected, spoils, access }) => {
      const answers = []
      for (const [who, client] of spoils ? await openCallers() : callers)
        answers.push(await client.send(endpoint, typeof input === 'function' ? input(who) : input))
      expect(answers.map((answer) => answer.statusCode)).toEqual(expected)
      const rejected = answers.filter((answer) => answer.statusCode in errors)
      expect(rejected.map((answer) => answer.json())).toEqual(
        rejected.map((answer) => withoutCaller(access) ?? errors[answer.statusCode]),
      )
    },
  )

  const forSessions = rows.filter(({ access }) => access === 'signedIn' || isForStaff(access))
  it.each(forSessions.filter(({ endpoint }) => endpoint.method !== 'GET'))(
    '$name: rejected with a session but without the CSRF header',
    async ({ endpoint }) => {
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

  it.each([
    ['describeSite', []],
    ['me', [{ session: [] }]],
    ['verifyCode', [{ session: [], csrf: [] }]],
    ['decideClaim', [{ session: ['claims.decide'], csrf: [] }]],
    ['openDesk', [{ device: [], deviceCsrf: [] }]],
    ['recordPoints', [{ partner: ['points:write'] }, { accessToken: [] }]],
  ])('%s: OpenAPI names the required credentials [API description]', (name, security) => {
    const { paths } = describeApi() as { paths: Record<string, Record<string, object>> }
    const { path = '', method = '' } = endpoints[name] ?? {}
    expect(paths[path]?.[method.toLowerCase()]).toMatchObject({ security })
  })

  describe('of a sign-in whose second factor is missing', () => {
    let pending: () => Promise<Client>
    let secret: string
    beforeAll(async () => {
      const clerk = await testApp.make.staff()
      secret = (await addApp(testApp, clerk)).secret
      pending = () => beginSignIn(testApp, clerk)
    })

    it.each(forSessions)('$name: returns 401 [security second factor]', async ({ endpoint, input }) => {
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

    const ofStaff = rows.filter(({ access }) => isForStaff(access))
    it.each(ofStaff)(
      '$name: needs a second factor of staff [security required factor]',
      async ({ endpoint, input, expected }) => {
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
      if (endpoint.method !== 'GET') continue
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

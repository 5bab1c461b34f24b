import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { activate, disown, signUp, updateMe } from '@portal/contract/accounts.ts'
import { confirmPasswordReset, setPassword } from '@portal/contract/passwords.ts'
import { endpoints } from '@portal/contract/list/endpoint-list.ts'
import { exportAudit, listAudit, listAuditStaff, listOwnAudit } from '@portal/contract/audit.ts'
import {
  exportParticipants,
  findParticipant,
  listParticipants,
  resendParticipantActivation,
} from '@portal/contract/participants.ts'
import { findBalance } from '@portal/contract/partner-points.ts'
import { exportPoints, listPoints } from '@portal/contract/points.ts'
import { auditDetailsText } from '@portal/contract/security/audit-text.ts'
import { can, isForStaff, type Role, roles } from '@portal/contract/security/permissions.ts'
import { bindSticker, issueStickers } from '@portal/contract/stickers.ts'
import { lookUpSticker } from '@portal/contract/sticker-look-up.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importParticipants } from '#server/features/participants/import-service.ts'
import { previewRateChange, requestRateChange } from '@portal/contract/manage-rates.ts'
import { addPartner, disablePartner, rotateSecret } from '#server/features/partners/registry-service.ts'
import { byCommand } from '#server/lib/audit/audit.ts'
import { minutes } from '#server/lib/time/clock.ts'
import { type Caller, changesOf } from '#test/changing-calls.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'
import type { Person } from '#test/factories.ts'
import { openProgram } from '#test/programs.ts'
import { subOf } from '#test/rows.ts'
import { readWorkbook } from '#test/workbook.ts'

let testApp: TestApp
let maria: Person
beforeAll(async () => {
  testApp = await openTestApp({ FOUR_EYES_ABOVE: '10000' })
  maria = await testApp.make.customer({ firstName: 'Μαρία', lastName: 'Ωραιοπούλου' })
})
afterAll(() => testApp.close())

/** Returns the entries that are written during `work`. */
async function writtenBy(work: () => Promise<unknown>) {
  const last = await testApp.db
    .selectFrom('auditEntries')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  await work()
  return testApp.db
    .selectFrom('auditEntries')
    .leftJoin('auditTexts', 'auditTexts.entryId', 'auditEntries.id')
    .select(['actorKind', 'actorId', 'actorName', 'network', 'action', 'subjectId', 'details', 'text'])
    .where('auditEntries.id', '>', last?.id ?? 0)
    .orderBy('auditEntries.id')
    .execute()
}

async function asStaff(role: Role = 'clerk') {
  const person = await testApp.make.staff({ role })
  return { person, client: await testApp.signIn(person) }
}

describe('staff calls', () => {
  const ofBatch = async ({ client }: { client: Client }) => ({
    params: { id: (await client.call(issueStickers, { body: { count: 1 } })).id },
  })
  /** Calls that only read: their input, or the changing call that has the same parameters. The others read a person. */
  const reads: Record<string, string | ((caller: { client: Client }) => Promise<object>)> = {
    findImport: 'discardImport',
    downloadLeftOut: 'discardImport',
    findManagedOffer: 'publishOffer',
    findManagedPlace: 'removePlace',
    findClaim: 'decideClaim',
    findText: 'previewText',
    readTextVersion: 'withdrawText',
    countTextMails: 'sendTextMails',
    listDevices: 'pausePartner',
    listDeskDays: 'pausePartner',
    listHeldEntries: 'pausePartner',
    downloadSettlement: 'pausePartner',
    downloadSettlementPage: 'pausePartner',
    showPartnerConsent: 'pausePartner',
    listPartnerCalls: 'pausePartner',
    listPartnerRecords: 'pausePartner',
    listPartnerDeliveries: 'pausePartner',
    downloadStickerLabels: ofBatch,
    downloadStickerCodes: ofBatch,
    explainPoints: async () => ({ params: await testApp.make.record(maria) }),
    lookUpSticker: async () => ({ query: { code: 'Άννα' } }),
    previewRateRequest: async () => {
      const { client } = await asStaff('operator')
      const rate = { description: 'oil_collected', unit: 'litre', points_per_unit: '2' } as const
      const body = { kind: 'rate_added', material: 'Μόνο εδώ', valid_from: '2026-01-01', ...rate } as const
      const { version } = await client.call(previewRateChange, { body })
      const { request } = await client.call(requestRateChange, { body: { ...body, version } })
      return { params: { id: request } }
    },
  }
  /** Calls that need no entry, because they show no data of citizens. */
  const withoutEntry = {
    listStickerBatches: 'numbers of stickers per batch',
    countClaims: 'a number',
    listAuditStaff: 'names of staff, for a filter',
    listStaff: 'accounts of staff',
    listManagedOffers: 'offers and sums',
    findManagedOffer: 'an offer and sums',
    listManagedPlaces: 'collection points',
    findManagedPlace: 'a collection point',
    exportPlaces: 'collection points',
    previewPlaces: 'what a file would change',
    listApprovers: 'accounts of staff',
    examineSystem: 'the state of the server',
    listPartners: 'settings of organisations',
    listRates: 'rates',
    showBrand: 'names of the company',
    listImports: 'numbers of rows',
    beginImport: 'a size',
    addImportPart: 'a part of a file',
    findImport: 'a file that the caller has',
    discardImport: 'a file that the caller has',
    downloadLeftOut: 'rows of a file that the caller has',
    listManagedMunicipalities: 'municipalities',
    showFirstSteps: 'what a new portal needs',
    testMail: 'a mail to oneself',
    listTexts: 'public texts',
    readTextValues: 'values of public texts',
    findText: 'a public text',
    previewText: 'a public text',
    readTextVersion: 'a public text',
    countTextMails: 'a number',
    showPartnerConsent: 'words of a question',
    listDevices: 'devices of organisations',
    listDeskDays: 'sums',
    listHeldEntries: 'entries without people',
    listPartnerCalls: 'numbers of partners, none of citizens',
    listPartnerDeliveries: 'numbers of messages',
  }

  /** Addresses, names, client ids and texts of the test. */
  const givenWords = /email|https:\S+|[\da-f]{8}-[\da-f-]{27}|(site-)?\d+-[\da-f]{6}|A loaf of bread/g

  it('each write an audit entry, unless they show no data of citizens [security audit]', async () => {
    const changes = new Map(changesOf(testApp).map(({ name, inputOf }) => [name, inputOf]))
    const inputOf = async (name: string, caller: Caller & { client: Client }): Promise<object> => {
      const read = reads[name]
      if (typeof read === 'function') return read(caller)
      if (read !== undefined) return { params: (await changes.get(read)?.(caller))?.params }
      return (await changes.get(name)?.(caller)) ?? { params: { id: maria.id, participant: maria.id } }
    }
    const missing: string[] = []
    const untranslated: string[] = []
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const { access } = endpoint
      if (!isForStaff(access)) continue
      const role = roles.find((one) => can(one, access))
      expect([name, role]).toEqual([name, expect.toBeOneOf([...roles])])
      const caller = await asStaff(role)
      const input = await inputOf(name, caller)
      let status = 0
      const entries = await writtenBy(async () => {
        status = (await caller.client.send(endpoint, input)).statusCode
      })
      expect([name, status]).toEqual([name, expect.toBeOneOf([200, 201, 204])])
      // Values such as 'clerk' or 'open', and details that have no Greek name.
      untranslated.push(
        ...entries.map(auditDetailsText).filter((text) => /[a-z_]{3}/.test(text.replace(givenWords, ''))),
      )
      if (!entries.some(({ actorKind, actorId }) => actorKind === 'staff' && actorId === caller.person.id))
        missing.push(name)
    }
    expect(untranslated).toEqual([])
    expect(missing.sort()).toEqual(Object.keys(withoutEntry).sort())
  })

  it('write who, what, whose data and the network [security audit]', async () => {
    const { person, client } = await asStaff()
    const entries = await writtenBy(async () => {
      await client.call(findParticipant, { params: { id: String(maria.id) } })
      await client.call(listParticipants, { query: { search: 'ωραιοπ' } })
      await client.call(listPoints, {
        query: { participant: String(maria.id), created_at_after: '2026-01-02' },
      })
      await client.send(exportParticipants)
      await client.send(exportPoints, { query: { participant: String(maria.id) } })
    })
    const by = { actorKind: 'staff', actorId: person.id, actorName: null, network: '127.0.0.1', text: null }
    const ofMaria = { ...by, subjectId: maria.id }
    expect(entries).toEqual([
      { ...ofMaria, action: 'participant.view', details: {} },
      {
        ...by,
        action: 'participants.search',
        subjectId: null,
        details: { first: 1, last: 10_000 },
        text: 'ωραιοπ',
      },
      { ...ofMaria, action: 'points.list', details: { from: '2026-01-02', to: null } },
      { ...by, action: 'participants.export', subjectId: null, details: { export: expect.any(Number) } },
      {
        ...ofMaria,
        action: 'points.export',
        details: { participant: maria.id, export: expect.any(Number) },
      },
    ])
  })

  it('write the owner of a sticker that was looked up, and typed text apart [security audit]', async () => {
    const { client } = await asStaff()
    const { id } = await client.call(issueStickers, { body: { count: 1 } })
    const { code } = await testApp.db
      .selectFrom('stickers')
      .select('code')
      .where('batchId', '=', id)
      .executeTakeFirstOrThrow()
    await (await testApp.signIn(maria)).call(bindSticker, { body: { code } })
    const entries = await writtenBy(async () => {
      await client.call(lookUpSticker, { query: { code } })
      await client.call(lookUpSticker, { query: { code: 'Μαρία' } })
    })
    expect(entries.map(({ subjectId, details, text }) => [subjectId, details, text !== null])).toEqual([
      [maria.id, { sticker: code }, false],
      [null, {}, true],
    ])
  })

  it('that are rejected write nothing [security audit]', async () => {
    const { client } = await asStaff()
    const entries = await writtenBy(async () => {
      await client.send(listAudit)
      await client.send(findParticipant, { params: { id: 'x' } })
      await client.send(listPoints, { query: { created_at_after: 'x', page: '0' } })
    })
    expect(entries).toEqual([])
  })

  it('that are repeated are one entry a minute for each session; lists one for 10,000 rows [security audit]', async () => {
    const [one, other] = [await asStaff(), await asStaff()]
    const view = (client: Client) => client.call(findParticipant, { params: { id: String(maria.id) } })
    const entries = await writtenBy(async () => {
      for (let time = 0; time < 3; time += 1) await Promise.all([view(one.client), view(one.client)])
      await view(other.client)
      testApp.clock.forward(minutes(1))
      await view(one.client)
    })
    expect(entries.map(({ actorId }) => actorId)).toEqual([one.person.id, other.person.id, one.person.id])
    const pages = await writtenBy(async () => {
      for (const offset of [0, 50, 9_950, 10_000, 99_950])
        await one.client.call(listParticipants, { query: { limit: '50', offset: String(offset) } })
    })
    expect(pages.map(({ details }) => details)).toEqual([
      { first: 1, last: 10_000 },
      { first: 10_001, last: 20_000 },
      { first: 90_001, last: 100_000 },
    ])
  })
})

describe('a read whose entry cannot be written', () => {
  it('is not answered [security audit]', async () => {
    const { client } = await asStaff()
    await testApp.db.schema.alterTable('auditEntries').renameTo('audit_away').execute()
    const answers = [
      ...[0, 1].map(() => client.send(findParticipant, { params: { id: maria.id } })),
      client.send(resendParticipantActivation, { params: { id: maria.id } }),
    ]
    const statuses = (await Promise.all(answers)).map(({ statusCode, body }) => [
      statusCode,
      body.includes('Μαρία'),
    ])
    await testApp.db.schema.alterTable('audit_away').renameTo('audit_entries').execute()
    expect(statuses).toEqual([
      [500, false],
      [500, false],
      [500, false],
    ])
    expect(
      await writtenBy(() => client.call(findParticipant, { params: { id: String(maria.id) } })),
    ).toHaveLength(1)
  })
})

describe('changes of accounts', () => {
  it('name the changed fields, not the values [security audit]', async () => {
    const person = await testApp.make.customer({ firstName: 'Ελένη' })
    const client = await testApp.signIn(person)
    const entries = await writtenBy(async () => {
      await client.call(updateMe, { body: { first_name: 'Ελένη', telephone: '6911111111' } })
      await client.call(updateMe, { body: { first_name: 'Ελένη' } })
      const body = { current_password: person.password, new_password: 'ελιά-κι-αλάτι-73' }
      await client.call(setPassword, { body })
    })
    const own = { actorKind: 'citizen', actorId: person.id, subjectId: person.id, network: '127.0.0.*' }
    expect(entries).toMatchObject([
      { ...own, action: 'account.update', details: { fields: 'telephone' } },
      { ...own, action: 'account.password_change', details: {} },
    ])
  })

  it('by sign-up and mailed links are of a visitor; the sign-in is of the account [security audit]', async () => {
    const municipality = await testApp.make.municipality()
    const email = `anna-${crypto.randomUUID()}@example.gr`
    const password = 'ελιά-κι-αλάτι-73'
    const visitor = testApp.visitor()
    const linkOf = (text: string, kind: string) => {
      const [, uid = '', token = ''] = new RegExp(`/${kind}/([^/]+)/([^\\s?"]+)`).exec(text) ?? []
      return { uid, token }
    }
    let id = 0
    const entries = await writtenBy(async () => {
      await visitor.call(signUp, {
        body: {
          email,
          password,
          re_password: password,
          first_name: 'Άννα',
          last_name: 'Γεωργίου',
          telephone: '6944000000',
          municipality: municipality.id,
        },
      })
      const [mail] = await testApp.mails.to(email)
      await visitor.call(activate, { body: linkOf(mail?.text ?? '', 'account/activate') })
      await testApp.signIn({ email, password })
      await visitor.call(disown, { body: linkOf(mail?.text ?? '', 'account/disown') })
      const [, reset] = await testApp.mails.to(email, 2)
      const link = linkOf(reset?.text ?? '', 'password/reset/confirm')
      await visitor.call(confirmPasswordReset, { body: { ...link, new_password: 'θάλασσα-και-βουνό-8' } })
      id = (
        await testApp.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
      ).id
    })
    expect(
      entries.map(({ action, actorKind, actorId, subjectId }) => [action, actorKind, actorId, subjectId]),
    ).toEqual([
      ['account.sign_up', 'visitor', null, id],
      ['account.activate', 'visitor', null, id],
      ['account.sign_in', 'citizen', id, id],
      ['account.disown', 'visitor', null, id],
      ['account.password_change', 'visitor', null, id],
    ])
  })
})

describe('partners and commands', () => {
  it('write an entry of each balance read by a partner [security audit]', async () => {
    const program = await openProgram(testApp)
    const read = () => program.send(findBalance, { params: { participant: maria.id } })
    const sub = await subOf(testApp, maria)
    const entries = await writtenBy(async () => {
      await program.send(findBalance, { params: { participant: sub } })
      await program.send(findBalance, { params: { participant: sub } })
      await read()
    })
    expect(entries).toMatchObject([
      { actorKind: 'partner', actorId: program.partner.id, action: 'balance.read', subjectId: maria.id },
    ])
  })

  it('write an entry of each change of partners and each import [security audit]', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-audit-'))
    const file = join(folder, 'people.csv')
    const columns = 'email,first_name,last_name,telephone,municipality,password_hash,created_at'
    writeFileSync(file, `${columns}\n${crypto.randomUUID()}@example.gr,Α,Β,6900000000,,,\n`)
    const entries = await writtenBy(async () => {
      await importParticipants({ ...testApp.portal, progress: () => {} }, file)
      const registration = {
        name: 'Λάδι',
        homeUrl: 'https://oil.example.gr/',
        redirectUris: [],
        postLogoutRedirectUris: [],
        backchannelLogoutUri: null,
        initiateLoginUri: null,
        scopes: ['points:read'],
        descriptions: [],
        origins: [],
        firstParty: true,
      }
      await addPartner(testApp.portal, byCommand('partner add'), registration, 'audited-site')
      await expect(
        addPartner(testApp.portal, byCommand('partner add'), registration, 'audited-site'),
      ).rejects.toThrow('already used')
      await rotateSecret(testApp.portal, byCommand('partner rotate-secret'), 'audited-site', 0)
      await disablePartner(testApp.portal, byCommand('partner disable'), 'audited-site')
    })
    rmSync(folder, { recursive: true })
    expect(
      entries.map(({ actorKind, actorName, action, details }) => [actorKind, actorName, action, details]),
    ).toEqual([
      ['command', 'import participants', 'participants.import', { count: 1 }],
      [
        'command',
        'partner add',
        'partner.change',
        {
          partner: 'audited-site',
          change: 'add',
          before: 'name: –\nhome_url: –\nscopes: –\nfirst_party: –\nsubject_type: –',
          after:
            'name: Λάδι\nhome_url: https://oil.example.gr/\nscopes: points:read\nfirst_party: yes\nsubject_type: public',
        },
      ],
      [
        'command',
        'partner rotate-secret',
        'partner.change',
        { partner: 'audited-site', change: 'rotate-secret', secret: 'changed', keep_old_for: 0 },
      ],
      ['command', 'partner disable', 'partner.change', { partner: 'audited-site', change: 'disable' }],
    ])
  })
})

describe('listAudit', () => {
  it('filters by person, staff, action, kind of actor and days, newest first [security audit page]', async () => {
    const { client: manager, person: boss } = await asStaff('manager')
    const { client, person: clerk } = await asStaff()
    const anna = await testApp.make.customer({ firstName: 'Άννα', lastName: 'Καρρά' })
    await client.call(findParticipant, { params: { id: String(anna.id) } })
    await client.call(listPoints, { query: { participant: String(anna.id) } })
    await testApp.signIn(anna)

    const found = async (query: Record<string, string>) =>
      (await manager.call(listAudit, { query })).results.map(({ action }) => action)
    const subject = String(anna.id)
    expect(await found({ subject })).toEqual(['account.sign_in', 'points.list', 'participant.view'])
    // The reading above is an entry, too.
    expect(await found({ subject, page_size: '1' })).toEqual(['audit.read'])
    expect(await found({ staff: String(boss.id), action: 'audit.read', subject })).toEqual(['audit.read'])
    expect(await found({ staff: String(clerk.id), subject })).toEqual(['points.list', 'participant.view'])
    expect(await found({ subject, action: 'participant.view' })).toEqual(['participant.view'])
    expect(await found({ subject, actor_kind: 'citizen' })).toEqual(['account.sign_in'])
    expect(await found({ subject, created_at_before: '2020-01-01' })).toEqual([])
    expect(await found({ subject: 'x' })).toEqual([])
    expect(await found({ action: 'x\0' })).toEqual([])
    expect((await manager.send(listAudit, { query: { created_at_after: 'x' } })).statusCode).toBe(400)
    expect((await manager.send(listAudit, { query: { subject, page: '99' } })).statusCode).toBe(404)

    const { results, count, more, total_pages } = await manager.call(listAudit, {
      query: { subject, action: 'participant.view', page_size: '2' },
    })
    expect([count, more, total_pages]).toEqual([1, false, 1])
    expect(results).toMatchObject([
      {
        actor: { kind: 'staff', id: clerk.id, name: 'Δημήτρης Κωστόπουλος', role: 'clerk' },
        subject: { id: anna.id, name: 'Άννα Καρρά', listed: true },
        network: '127.0.0.1',
        details: {},
        text: null,
      },
    ])
  })

  it('lists staff for the filter, also disabled ones', async () => {
    const { client, person } = await asStaff('manager')
    const gone = await testApp.make.staff({ isActive: false })
    const listed = await client.call(listAuditStaff)
    expect(listed).toContainEqual({
      id: person.id,
      name: 'Δημήτρης Κωστόπουλος',
      email: person.email,
      role: 'manager',
      active: true,
    })
    expect(listed.find(({ id }) => id === gone.id)?.active).toBe(false)
  })
})

describe('exportAudit', () => {
  it('contains the filtered entries in Greek, and is an entry itself [security audit page]', async () => {
    const { client: manager } = await asStaff('manager')
    const { client } = await asStaff()
    const anna = await testApp.make.customer({ firstName: 'Άννα', lastName: 'Ξένου' })
    await client.call(findParticipant, { params: { id: String(anna.id) } })
    await client.send(exportPoints, { query: { participant: String(anna.id) } })
    const answer = await manager.send(exportAudit, { query: { subject: String(anna.id) } })
    const [sheet] = await readWorkbook(answer.rawPayload)
    expect(answer.headers['x-total-count']).toBe('2')
    expect(sheet?.sheet).toBe('Ιστορικό ενεργειών')
    expect(sheet?.data.map((row) => row.slice(1))).toEqual([
      ['Ποιος', 'Ιδιότητα', 'Ενέργεια', 'Χρήστης', 'Αρ. χρήστη', 'Δίκτυο', 'Λεπτομέρειες'],
      [
        'Δημήτρης Κωστόπουλος',
        'Εξυπηρέτηση',
        'Εξαγωγή κινήσεων σε Excel',
        'Άννα Ξένου',
        anna.id,
        '127.0.0.1',
        expect.stringMatching(/^εξαγωγή αρ\. \d+$/),
      ],
      [
        'Δημήτρης Κωστόπουλος',
        'Εξυπηρέτηση',
        'Προβολή στοιχείων χρήστη',
        'Άννα Ξένου',
        anna.id,
        '127.0.0.1',
        null,
      ],
    ])
    const { results } = await manager.call(listAudit, { query: { subject: String(anna.id) } })
    expect(results[0]).toMatchObject({ action: 'audit.export', details: { subject: anna.id } })
  })
})

describe('listOwnAudit', () => {
  it('lists by day who used the data: staff without names, partners by name, exports of many [security own audit]', async () => {
    testApp.clock.toNoon()
    const { client } = await asStaff()
    await client.send(exportParticipants)
    const anna = await testApp.make.customer()
    const own = await testApp.signIn(anna)
    const program = await openProgram(testApp, { as: await testApp.make.partner({ name: 'Λαϊκή αγορά' }) })
    const sub = await subOf(testApp, anna)
    await program.send(findBalance, { params: { participant: sub } })
    for (let time = 0; time < 2; time += 1) {
      await client.call(findParticipant, { params: { id: String(anna.id) } })
      testApp.clock.forward(minutes(2))
    }
    await client.call(findParticipant, { params: { id: String(maria.id) } })
    await client.send(exportParticipants, { query: { search: 'άλλη' } })
    await client.send(exportParticipants)

    const { results, count, total_pages } = await own.call(listOwnAudit)
    expect([count, total_pages]).toEqual([4, 1])
    expect(new Set(results.map(({ day }) => day)).size).toBe(1)
    expect(results.map(({ action, actor, everyone, times }) => [action, actor, everyone, times])).toEqual([
      ['participants.export', { kind: 'staff', own: false, name: null }, true, 1],
      ['participant.view', { kind: 'staff', own: false, name: null }, false, 2],
      ['balance.read', { kind: 'partner', own: false, name: 'Λαϊκή αγορά' }, false, 1],
      ['account.sign_in', { kind: 'citizen', own: true, name: null }, false, 1],
    ])
    expect((await own.call(listOwnAudit, { query: { page: '2', page_size: '3' } })).results).toHaveLength(1)
    expect((await own.send(listOwnAudit, { query: { page: '9' } })).statusCode).toBe(404)
  })

  it('lists the exports of several people that the person is in, and no others [security own audit]', async () => {
    const { client } = await asStaff('manager')
    const record = (person: Person) => testApp.make.record(person, { createdAt: '2026-03-05T10:00:00+02:00' })
    const [eleni, petros] = [
      await testApp.make.customer({ firstName: 'Ελένη', lastName: 'Σαμαρά' }),
      await testApp.make.customer({ firstName: 'Πέτρος', lastName: 'Ζώης' }),
    ]
    await record(eleni)
    const seenBy = async (person: Person) => {
      const { results } = await (await testApp.signIn(person)).call(listOwnAudit)
      return results.flatMap(({ action, everyone, times }) => (everyone ? [`${action} ${times}`] : [])).sort()
    }
    const [elenis, petross] = [await seenBy(eleni), await seenBy(petros)]
    expect(petross).toEqual([])
    expect(elenis).toEqual([])
    for (const search of ['σαμαρ', eleni.email.slice(0, 12), '@', '.gr'])
      await client.send(exportParticipants, { query: { search } })
    await client.send(exportPoints, {
      query: { created_at_after: '2026-03-05', created_at_before: '2026-03-05' },
    })
    await client.send(exportPoints, {
      query: { created_at_after: '2026-03-06', created_at_before: '2026-03-06' },
    })
    await client.send(exportAudit, { query: { actor_kind: 'citizen' } })
    await client.send(exportAudit, { query: { action: 'claim.view' } })
    expect(await seenBy(eleni)).toEqual(['audit.export 1', 'participants.export 4', 'points.export 1'])
    expect(await seenBy(petros)).toEqual(['audit.export 1', 'participants.export 2'])
  })
})

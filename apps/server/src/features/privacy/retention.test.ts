import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '#server/lib/config/config.ts'
import { deleteOldTexts, writeAudit } from '#server/lib/audit/audit.ts'
import { days, later } from '#server/lib/time/clock.ts'
import { auditEntries } from '#test/audit-entries.ts'
import type { Person } from '#test/factories.ts'
import { openTestApp } from '#test/test-app.ts'
import { until } from '#test/until.ts'
import { removeExpired } from './periods-service.ts'
import { adviseOnRetention, carryOutRetention, describeRetention, noteBounce } from './retention-service.ts'

/** A portal that warns after 335 days and erases after 365. */
async function openPortal(settings: Record<string, string> = {}) {
  const testApp = await openTestApp({ RETENTION_INACTIVE: '1y', RETENTION_WARNING: '30d', ...settings })
  onTestFinished(() => testApp.close())
  testApp.clock.toNoon()
  const failures: unknown[] = []
  const report = (error: unknown) => void failures.push(error)
  const countNotAccepted = async () =>
    (
      await testApp.db
        .selectFrom('accountActivity')
        .select('userId')
        .where('warnedAt', 'is not', null)
        .where('warningAcceptedAt', 'is', null)
        .execute()
    ).length
  /** @param isAccepted waits until the mail server has accepted all warnings */
  const run = async (max?: number, isAccepted = true) => {
    const done = await carryOutRetention({ ...testApp.portal, mailer: testApp.mailer }, report, max)
    if (isAccepted) await until(async () => (await countNotAccepted()) === 0)
    return done
  }
  /** Advances the clock and runs the job of that day. */
  const runAfter = (n: number) => {
    testApp.clock.forward(days(n))
    return run()
  }
  const isErased = async ({ id }: Person) => {
    const found = await testApp.db
      .selectFrom('users')
      .select('erasedAt')
      .where('id', '=', id)
      .executeTakeFirst()
    return found?.erasedAt != null
  }
  return { testApp, run, runAfter, countNotAccepted, isErased, failures }
}

describe('carryOutRetention', () => {
  it('leaves a restricted account alone until the restriction is lifted [privacy restriction]', async () => {
    const { testApp, runAfter, isErased } = await openPortal()
    const old = await testApp.make.customer()
    const restriction = { userId: old.id, restrictedAt: testApp.portal.clock.now(), restrictedBy: null }
    await testApp.db
      .insertInto('accountRestrictions')
      .values({ ...restriction, liftsAt: null })
      .execute()
    for (const later of [336, 400]) expect(await runAfter(later)).toEqual({ warned: 0, erased: 0 })
    await testApp.db.deleteFrom('accountRestrictions').execute()
    expect(await runAfter(1)).toEqual({ warned: 1, erased: 0 })
    expect(await isErased(old)).toBe(false)
  })

  it('leaves a locked account alone, and warns its owner again after unlocking [security locks]', async () => {
    const { testApp, runAfter, isErased } = await openPortal()
    const old = await testApp.make.customer()
    expect(await runAfter(336)).toEqual({ warned: 1, erased: 0 })
    const lock = { userId: old.id, reason: 'stolen' as const, lockedAt: testApp.portal.clock.now() }
    await testApp.db
      .insertInto('accountLocks')
      .values({ ...lock, endsAt: later(lock.lockedAt, days(60)) })
      .execute()
    for (const later of [30, 29]) expect(await runAfter(later)).toEqual({ warned: 0, erased: 0 })
    expect(await runAfter(1)).toEqual({ warned: 1, erased: 0 })
    expect(await isErased(old)).toBe(false)
  })

  it('warns the owner of an inactive account once, and erases it after the warning period [privacy retention]', async () => {
    const { testApp, runAfter, isErased, failures } = await openPortal()
    const [old, used] = [await testApp.make.customer(), await testApp.make.customer()]
    expect(await runAfter(335)).toEqual({ warned: 0, erased: 0 })
    await testApp.signIn(used, { withPassword: true })
    expect(await runAfter(1)).toEqual({ warned: 1, erased: 0 })
    const [warning] = await testApp.mails.to(old.email)
    expect(warning?.subject).toContain('Ο λογαριασμός σας θα διαγραφεί')
    expect(warning?.text).toContain('/login')
    for (const later of [1, 28]) expect(await runAfter(later)).toEqual({ warned: 0, erased: 0 })
    expect(await isErased(old)).toBe(false)
    expect(await runAfter(1)).toEqual({ warned: 0, erased: 1 })
    expect([await isErased(old), await isErased(used)]).toEqual([true, false])
    const subjects = (await testApp.mails.to(old.email, 2)).map(({ subject }) => subject)
    expect(subjects).toEqual([warning?.subject, expect.stringContaining('Ο λογαριασμός σας διαγράφηκε')])
    const entries = await auditEntries(testApp)
    const byJob = entries.filter(({ subjectId, actorKind }) => subjectId === old.id && actorKind === 'job')
    expect(byJob.map(({ actorName, action, details }) => [actorName, action, details['reason']])).toEqual([
      ['retention', 'retention.warn', undefined],
      ['retention', 'erasure.execute', 'inactive'],
    ])
    expect(failures).toEqual([])
  })

  it('erases no account that was used after its warning: by a sign-in or a points record [privacy retention]', async () => {
    const { testApp, runAfter, isErased } = await openPortal()
    const [signsIn, delivers] = [await testApp.make.customer(), await testApp.make.customer()]
    expect(await runAfter(336)).toEqual({ warned: 2, erased: 0 })
    testApp.clock.forward(days(29))
    await testApp.signIn(signsIn, { withPassword: true })
    await testApp.make.record(delivers, { points: 5, createdAt: testApp.portal.clock.now() })
    expect(await runAfter(1)).toEqual({ warned: 0, erased: 0 })
    expect(await runAfter(60)).toEqual({ warned: 0, erased: 0 })
    expect([await isErased(signsIn), await isErased(delivers)]).toEqual([false, false])
    // They are warned again after the next period.
    expect(await runAfter(335)).toEqual({ warned: 2, erased: 0 })
  })

  it('erases no account whose warning was not delivered, and warns it again [privacy retention]', async () => {
    const { testApp, run, runAfter, isErased, countNotAccepted } = await openPortal()
    const person = await testApp.make.customer()
    const { send } = testApp.mailer
    let tries = 0
    testApp.mailer.send = async () => {
      tries += 1
      throw Object.assign(new Error('550'), { permanent: true })
    }
    testApp.clock.forward(days(336))
    expect(await run(undefined, false)).toEqual({ warned: 1, erased: 0 })
    await until(() => tries > 0)
    testApp.clock.forward(days(29))
    expect(await run(undefined, false)).toEqual({ warned: 0, erased: 0 })
    expect(await describeRetention(testApp.portal)).toContain(
      'Not accepted by a mail server, and so not erased: 1. To erase: 0. Next erasure due: none.',
    )
    const { promise: accepted, resolve: accept } = Promise.withResolvers<void>()
    testApp.mailer.send = async (mail) => {
      await accepted
      await send(mail)
    }
    testApp.clock.forward(days(1))
    expect(await run(undefined, false)).toEqual({ warned: 1, erased: 0 })
    testApp.clock.forward(days(3))
    accept()
    await until(async () => (await countNotAccepted()) === 0)
    // Counts from the mail that was accepted. It comes back: the portal knows that only from the operator.
    expect(await runAfter(29)).toEqual({ warned: 0, erased: 0 })
    await noteBounce(testApp.portal, { kind: 'command', name: 'retention' }, person.id)
    testApp.clock.forward(days(2))
    expect(await run()).toEqual({ warned: 1, erased: 0 })
    expect(await isErased(person)).toBe(false)
    expect(await runAfter(30)).toEqual({ warned: 0, erased: 1 })
  })

  it('runs once a day and respects the maximum of warnings and erasures [privacy retention]', async () => {
    const { testApp, run, isErased } = await openPortal()
    const people = [await testApp.make.customer(), await testApp.make.customer()]
    const runWithOne = (n: number) => {
      testApp.clock.forward(days(n))
      return run(1)
    }
    expect(await runWithOne(336)).toEqual({ warned: 1, erased: 0 })
    expect(await run()).toBeUndefined()
    expect(await runWithOne(1)).toEqual({ warned: 1, erased: 0 })
    expect(await runWithOne(40)).toEqual({ warned: 0, erased: 1 })
    expect((await Promise.all(people.map(isErased))).filter(Boolean)).toHaveLength(1)
  })

  it('leaves staff out, and does nothing with RETENTION_INACTIVE=off', async () => {
    const { testApp, runAfter } = await openPortal()
    await testApp.make.staff()
    expect(await runAfter(400)).toEqual({ warned: 0, erased: 0 })
    const off = await openPortal({ RETENTION_INACTIVE: 'off' })
    await off.testApp.make.customer()
    expect(await off.runAfter(4_000)).toBeUndefined()
    expect(await describeRetention(off.testApp.portal)).toContain('is off')
  })
})

describe('describeRetention', () => {
  it('counts the accounts that are due and the next days, without names and without a change [privacy retention]', async () => {
    const { testApp, runAfter } = await openPortal()
    const person = await testApp.make.customer()
    testApp.clock.forward(days(336))
    const before = await describeRetention(testApp.portal)
    expect(before).toContain('To warn: 1.')
    expect(before).toContain('To erase: 0. Next erasure due: none.')
    for (const fact of [person.email, person.firstName, person.lastName]) expect(before).not.toContain(fact)
    expect(await describeRetention(testApp.portal)).toBe(before)
    await runAfter(0)
    const after = await describeRetention(testApp.portal)
    expect(after).toContain('To warn: 0. Next warning due: none.')
    expect(after).toMatch(/Warned: 1\. .+ To erase: 0\. Next erasure due: \d{4}-\d\d-\d\d\./)
    testApp.clock.forward(days(30))
    expect(await describeRetention(testApp.portal)).toContain('To erase: 1.')
  })
})

describe('adviseOnRetention', () => {
  it('warns from more than 5 % of the accounts on', async () => {
    const { testApp } = await openPortal()
    await testApp.make.customer()
    testApp.clock.forward(days(336))
    for (let made = 0; made < 18; made += 1) await testApp.make.customer()
    expect(await adviseOnRetention(testApp.portal)).toContain('1 of 19 accounts are inactive')
    await testApp.make.customer()
    expect(await adviseOnRetention(testApp.portal)).toBeUndefined()
  })
})

describe('readConfig', () => {
  it.each([
    [{ RETENTION_INACTIVE: '5d' }, 'RETENTION_INACTIVE'],
    [{ RETENTION_INACTIVE: '0y' }, 'RETENTION_INACTIVE'],
    [{ RETENTION_WARNING: '60s' }, 'RETENTION_WARNING'],
    [{ RETENTION_INACTIVE: '1y', RETENTION_WARNING: '365d' }, 'RETENTION_WARNING'],
    [{ RETENTION_CALL_NOTES: '2h' }, 'RETENTION_CALL_NOTES'],
  ])('rejects periods that would erase people by mistake: %j', (settings, variable) => {
    expect(() => readConfig({ DEMO: 'no', ...settings })).toThrow(variable)
  })
})

describe('removeExpired', () => {
  const settings = {
    ...{ RECORD_MAX_AGE: '30d', WAITING_MAX_AGE: '365d', RETENTION_CLAIMS: '400d' },
    ...{ RETENTION_CALL_NOTES: '30d', RETENTION_COUPON_CODES: '30d' },
  }

  const fail = (error: unknown) => {
    throw error
  }

  /** A portal with a claim, a note and a coupon, each old and new, and an open claim and a valid coupon that are old. */
  async function openPortalWithDetails(given: Record<string, string> = settings) {
    const { testApp } = await openPortal(given)
    const { db, clock } = testApp.portal
    const person = await testApp.make.customer()
    const participantId = person.id
    const { id: authorId } = await testApp.make.staff()
    const [now, old] = [clock.now(), later(clock.now(), -days(401))]
    const claim = (note: string, decidedAt: Date | null) => ({
      ...{
        participantId,
        note,
        decidedAt,
        submission: crypto.randomUUID(),
        day: '2026-01-01',
        createdAt: old,
      },
      ...{ stickerCode: 'A4KX97TEH2MX', state: decidedAt ? ('rejected' as const) : ('open' as const) },
    })
    const claims = [claim('old', old), claim('new', now), claim('open', null)]
    await db.insertInto('deliveryClaims').values(claims).execute()
    const note = (text: string, createdAt: Date) => ({ participantId, authorId, text, createdAt })
    await db
      .insertInto('callNotes')
      .values([note('old', old), note('new', now)])
      .execute()
    const coupon = async (
      title: string,
      ends: { usedAt?: Date; cancelledAt?: Date; validUntil?: string },
    ) => {
      const { id: recordId } = await testApp.make.record(person)
      const values = { recordId, participantId, title, code: 'sealed', ending: '19AB', ...ends }
      await db.insertInto('coupons').values(values).execute()
    }
    await coupon('used', { usedAt: old })
    await coupon('used today', { usedAt: now })
    await coupon('cancelled', { cancelledAt: old })
    await coupon('expired', { validUntil: '2020-01-01' })
    await coupon('valid', {})
    const kept = async () => ({
      claims: (await db.selectFrom('deliveryClaims').select('note').orderBy('id').execute()).map(
        (r) => r.note,
      ),
      notes: (await db.selectFrom('callNotes').select('text').orderBy('id').execute()).map((r) => r.text),
      codes: (
        await db
          .selectFrom('coupons')
          .select('title')
          .where('code', '<>', '')
          .where('ending', '<>', '')
          .orderBy('recordId')
          .execute()
      ).map((row) => row.title),
    })
    return { testApp, kept }
  }

  it('deletes decided claims, notes of calls and codes of ended coupons, once a day [privacy retention]', async () => {
    const { testApp, kept } = await openPortalWithDetails()
    const described = await describeRetention(testApp.portal)
    for (const [table, due] of Object.entries({ delivery_claims: 1, call_notes: 1, coupons: 3 }))
      expect(described).toMatch(new RegExp(`^${table} .+ ${due}$`, 'm'))
    expect(await removeExpired(testApp.portal, fail)).toMatchObject({ claims: 1, notes: 1, codes: 3 })
    expect(await kept()).toEqual({
      claims: ['new', 'open'],
      notes: ['new'],
      codes: ['used today', 'valid'],
    })
    expect(await removeExpired(testApp.portal, fail)).toBeUndefined()
    testApp.clock.forward(days(1))
    expect(await removeExpired(testApp.portal, fail)).toMatchObject({ claims: 0, notes: 0, codes: 0 })
    const entries = testApp.db.selectFrom('auditEntries').select(['actorKind', 'actorName', 'details'])
    expect(await entries.where('action', '=', 'retention.remove').execute()).toEqual([
      { actorKind: 'job', actorName: 'retention', details: { claims: 1, notes: 1, codes: 3 } },
    ])
  })

  it('reports a step that fails, and runs the others [privacy retention]', async () => {
    const { testApp, kept } = await openPortalWithDetails()
    await sql`alter table delivery_claims rename to claims_elsewhere`.execute(testApp.db)
    const failures: unknown[] = []
    const removed = await removeExpired(testApp.portal, (error) => failures.push(error))
    await sql`alter table claims_elsewhere rename to delivery_claims`.execute(testApp.db)
    expect([removed, failures.length]).toEqual([
      expect.objectContaining({ claims: 0, notes: 1, codes: 3 }),
      3,
    ])
    expect((await kept()).notes).toEqual(['new'])
  })

  it('removes more than one statement does [privacy retention]', async () => {
    const { testApp, kept } = await openPortalWithDetails()
    await sql`
      insert into call_notes (participant_id, author_id, text, created_at)
      select participant_id, author_id, text, created_at from call_notes, generate_series(1, 1500)
      where text = 'old'`.execute(testApp.db)
    expect(await removeExpired(testApp.portal, fail)).toMatchObject({ claims: 1, notes: 1_501, codes: 3 })
    expect((await kept()).notes).toEqual(['new'])
  })

  it('keeps what a setting that is off would remove, and also works while RETENTION_INACTIVE is off', async () => {
    const off = { RETENTION_CLAIMS: 'off', RETENTION_CALL_NOTES: 'off', RETENTION_INACTIVE: 'off' }
    const { testApp, kept } = await openPortalWithDetails({ ...settings, ...off })
    const described = await describeRetention(testApp.portal)
    expect(described).toMatch(/^delivery_claims +Until the account is deleted +RETENTION_CLAIMS +0$/m)
    expect(described).toMatch(/^coupons +30 days .+ +3$/m)
    await removeExpired(testApp.portal, fail)
    expect((await kept()).claims).toEqual(['old', 'new', 'open'])
    expect((await kept()).notes).toEqual(['old', 'new'])
  })
})

describe('deleteOldTexts', () => {
  it('deletes search texts before a time and keeps the entries [privacy retention]', async () => {
    const { testApp } = await openPortal()
    const { clock, db, config } = testApp.portal
    const search = (text: string) =>
      writeAudit(testApp.portal, { kind: 'staff', id: 1 }, { action: 'participants.search', text })
    await search('παλιά')
    testApp.clock.forward(config.auditTextMaxAge + days(1))
    await search('νέα')
    await deleteOldTexts(db, later(clock.now(), -config.auditTextMaxAge))
    const texts = await db.selectFrom('auditTexts').select('text').execute()
    const entries = await db
      .selectFrom('auditEntries')
      .select('id')
      .where('action', '=', 'participants.search')
      .execute()
    expect([texts, entries.length]).toEqual([[{ text: 'νέα' }], 2])
  })
})

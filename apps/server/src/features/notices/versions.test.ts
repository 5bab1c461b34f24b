import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportOwnData } from '@portal/contract/privacy.ts'
import { contentPages } from '@portal/contract/public-pages.ts'
import { describeSite, dismissNotice, listNotices } from '@portal/contract/site.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PersonalData } from '#server/features/privacy/export-data-service.ts'
import { eraseParticipant } from '#server/features/privacy/erase-service.ts'
import { minutes } from '#server/lib/time/clock.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { announceNotice, storeVersion } from './service.ts'

const folder = mkdtempSync(join(tmpdir(), 'portal-versions-'))
const write = (name: string, text: string) => writeFileSync(join(folder, `${name}.md`), text)
let testApp: TestApp
beforeAll(async () => {
  for (const { name } of contentPages) write(name, `# Κείμενο ${name}\n\nΠρώτη έκδοση.\n`)
  testApp = await openTestApp({ CONTENT_DIR: folder })
})
afterAll(async () => {
  await testApp.close()
  rmSync(folder, { recursive: true, force: true })
})

const open = (path: string) => testApp.visitor().inject({ method: 'GET', url: path })
const bodyOf = async (path: string) => (await open(path)).body
/** Publishes a text, by opening its page. */
async function publish(name: 'privacy' | 'terms' | 'privacy-staff', text: string): Promise<void> {
  testApp.clock.forward(minutes(1))
  write(name, text)
  await bodyOf(`/pages/${name}`)
}
const versionsOf = (page: string) =>
  testApp.db
    .selectFrom('noticeVersions')
    .select(['number', 'hash', 'language', 'servedAt'])
    .where('page', '=', page)
    .orderBy('number')
    .execute()

describe('versions', () => {
  it('are stored at the start and when a changed text is first served, with hash and time [notices versions]', async () => {
    expect(await versionsOf('terms')).toMatchObject([{ number: 1, language: 'el' }])
    await publish('terms', '# Όροι\n\nΔεύτερη έκδοση των όρων.\n')
    await bodyOf('/pages/terms')
    const versions = await versionsOf('terms')
    expect(versions.map(({ number }) => number)).toEqual([1, 2])
    expect(versions.map(({ hash }) => hash)).toEqual([
      expect.stringMatching(/^[\da-f]{64}$/),
      expect.stringMatching(/^[\da-f]{64}$/),
    ])
    expect(versions[0]?.hash).not.toBe(versions[1]?.hash)
    expect(await versionsOf('accessibility')).toEqual([])
  })

  it('can be read at their addresses, linked from the page [notices versions]', async () => {
    expect(await bodyOf('/pages/terms')).toContain('<a href="/pages/terms/versions">όλες τις εκδόσεις</a>')
    const list = await bodyOf('/pages/terms/versions')
    expect(list).toMatch(
      /href="\/pages\/terms\/versions\/2">Έκδοση 2, από \d\d\/\d\d\/\d{4}<\/a> \(η τωρινή\)/,
    )
    const first = await bodyOf('/pages/terms/versions/1')
    expect(first).toContain('Πρώτη έκδοση.')
    expect(first).toMatch(/Αυτή η έκδοση δημοσιεύτηκε: \d\d\/\d\d\/\d{4}\./)
    for (const number of ['9', '0', 'x', '1e1'])
      expect((await open(`/pages/terms/versions/${number}`)).headers.location).toBe('/pages/terms/versions')
    expect((await open('/pages/accessibility/versions')).statusCode).not.toBe(302)
  })

  it('are not stored of a template, and once if two servers store the same text', async () => {
    await publish('privacy', '# Ενημέρωση\n\n[συμπληρώστε: κάτι]\n')
    expect(await versionsOf('privacy')).toHaveLength(1)
    const text = '# Όροι\n\nΤρίτη έκδοση των όρων.\n'
    const store = () => storeVersion(testApp.portal, { page: 'terms', language: 'el', text })
    await Promise.all([store(), store(), store()])
    await store()
    expect((await versionsOf('terms')).map(({ number }) => number)).toEqual([1, 2, 3])
  })
})

describe('notices of changes', () => {
  const newsOf = async (client: Awaited<ReturnType<TestApp['signIn']>>) =>
    (await client.call(listNotices)).map(({ page, number }) => [page, number])

  it('are shown to people who signed up before, until they close them [notices announced]', async () => {
    const early = await testApp.make.customer()
    const [client, staff] = [await testApp.signIn(early), await testApp.signIn(await testApp.make.staff())]
    testApp.clock.forward(minutes(1))
    expect(await newsOf(client)).toEqual([])
    await publish('privacy', '# Ενημέρωση\n\nΔεύτερη έκδοση.\n')
    await publish('privacy-staff', '# Ενημέρωση προσωπικού\n\nΔεύτερη έκδοση.\n')
    expect(await testApp.visitor().call(describeSite)).toMatchObject({ has_notices: true })
    expect(await newsOf(client)).toEqual([['privacy', 2]])
    expect(await newsOf(staff)).toEqual([['privacy-staff', 2]])
    testApp.clock.forward(minutes(1))
    expect(await newsOf(await testApp.signIn(await testApp.make.customer()))).toEqual([])

    await client.call(dismissNotice, { body: { page: 'privacy', number: 2 } })
    await client.call(dismissNotice, { body: { page: 'privacy', number: 2 } })
    await client.call(dismissNotice, { body: { page: 'privacy', number: 99 } })
    expect(await newsOf(client)).toEqual([])
    await publish('privacy', '# Ενημέρωση\n\nΤρίτη έκδοση.\n')
    expect(await newsOf(client)).toEqual([['privacy', 3]])
    const { statusCode } = await client.send(dismissNotice, { body: { page: 'cookies', number: 1 } })
    expect(statusCode).toBe(400)
    const beyond = { page: 'privacy', number: 2_147_483_648 }
    expect((await client.send(dismissNotice, { body: beyond })).statusCode).toBe(400)
    expect((await testApp.visitor().send(listNotices)).statusCode).toBe(401)
  })

  it('are mailed once to each account that has not closed them, if the operator wants [notices announced]', async () => {
    const [anna, closed] = [await testApp.make.customer(), await testApp.make.customer()]
    await publish('terms', '# Όροι\n\nΤέταρτη έκδοση.\n')
    const [{ number } = { number: 0 }] = await (await testApp.signIn(closed)).call(listNotices)
    await (await testApp.signIn(closed)).call(dismissNotice, { body: { page: 'terms', number } })
    const planned = await announceNotice(testApp.portal, 'terms', { dryRun: true })
    expect(planned.accounts).toBeGreaterThan(0)
    expect(await announceNotice(testApp.portal, 'terms', { dryRun: false })).toEqual(planned)
    expect(await announceNotice(testApp.portal, 'terms', { dryRun: false })).toMatchObject({ accounts: 0 })
    const [mail] = await testApp.mails.to(anna.email)
    expect(mail?.subject).toContain('Άλλαξαν οι όροι χρήσης')
    expect(mail?.text).toContain('/pages/terms')
    expect(testApp.mails.sent.filter(({ to }) => to === closed.email)).toEqual([])
    // A mail does not close the notice.
    expect(await newsOf(await testApp.signIn(anna))).toEqual([['terms', number]])
  })

  it('are in the copy of the data, and go with the account [notices announced]', async () => {
    const person = await testApp.make.customer()
    await publish('terms', '# Όροι\n\nΠέμπτη έκδοση.\n')
    const client = await testApp.signIn(person)
    const [news] = await client.call(listNotices)
    await client.call(dismissNotice, { body: { page: 'terms', number: news?.number ?? 0 } })
    const answer = await client.send(exportOwnData, { body: { current_password: person.password } })
    expect(answer.json<PersonalData>().notices).toMatchObject([
      { page: 'terms', number: news?.number, mailed_at: null, dismissed_at: expect.any(String) },
    ])
    await eraseParticipant(testApp.portal, person.id, 'letter')
    const left = testApp.db.selectFrom('noticeNews').select('page').where('userId', '=', person.id).execute()
    expect(await left).toEqual([])
  })
})

import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { me } from '@portal/contract/accounts.ts'
import { exportParticipants } from '@portal/contract/participants.ts'
import { exportPoints } from '@portal/contract/points.ts'
import { confirmPasswordReset } from '@portal/contract/passwords.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { athensDay } from '#server/lib/time/athens.ts'
import { days, later } from '#server/lib/time/clock.ts'
import { portal, type Result } from '#test/command.ts'
import { fileOf, temporaryFolder } from '#test/files.ts'
import { addApp } from '#test/second-factor.ts'
import { openProgram } from '#test/programs.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'

/** Runs `npm run portal -- …` in a separate process, which takes a quarter of a second of CPU time to start. */
function portalProcess(args: string[], env: Record<string, string>, input = ''): Promise<Result> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [resolve(import.meta.dirname, 'cli.ts'), ...args], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        NO_COLOR: '1',
        ...env,
      },
    })
    const output = { out: '', err: '' }
    child.stdout.on('data', (text: Buffer) => (output.out += text.toString()))
    child.stderr.on('data', (text: Buffer) => (output.err += text.toString()))
    child.on('error', fail)
    child.on('close', (exit) => done({ exit, ...output }))
    child.stdin.end(input)
  })
}

/** What a command printed, without the line that names its database. */
const saidBy = ({ out, err }: Pick<Result, 'out' | 'err'>) =>
  (out + err.replace(/^Database: .*\n/, '')).trim()

/** The exit code of a command, and what it printed. */
async function outcomeOf(args: string[], env: Record<string, string>) {
  const result = await portal(args, env)
  return [result.exit, saidBy(result)]
}

describe('npm run portal', () => {
  const nowhere = { DATA_DIR: join(tmpdir(), 'portal-cli-nowhere') }

  it('lists its commands with --help', async () => {
    const { exit, out } = await portalProcess(['--help'], nowhere)
    expect(exit).toBe(0)
    for (const name of [
      'migrate',
      'restore FILE [--erasures LIST]',
      'participant lock EMAIL --reason REASON [--days DAYS] [--as EMAIL]',
      'import places FILE [--remove-others] [--confirm N] [--dry-run] [--strict]',
      'participant export EMAIL [--format json|html] --out FILE',
    ])
      expect(out).toContain(`  ${name}`)
  })

  it('explains the commands that begin with the words before --help', async () => {
    const { exit, out } = await portal(['partner', 'set-webhook', '--help'], nowhere)
    expect([exit, out]).toEqual([
      0,
      expect.stringMatching(
        /^Usage: npm run portal -- partner set-webhook CLIENT_ID \[--url URL\]\n {2}Sets the/,
      ),
    ])
    const group = (await portal(['staff', '--help'], nowhere)).out
    expect(group).toContain('staff add EMAIL')
    expect(group).not.toContain('partner')
    expect((await portal(['nonsense', '--help'], nowhere)).out).toContain('  migrate')
  })

  it('prints the version of package.json, as the server does', async () => {
    const path = resolve(import.meta.dirname, '../../package.json')
    const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string }
    expect(await portal(['--version'], nowhere)).toEqual({ exit: 0, out: `${version}\n`, err: '' })
    const server = spawn(process.execPath, [resolve(import.meta.dirname, '../main.ts'), '--version'])
    const printed = await server.stdout.toArray()
    expect(printed.join('')).toBe(`${version}\n`)
  })

  it('lists the settings with their defaults, without a database', async () => {
    const { exit, out } = await portal(['settings', 'sign_in'], nowhere)
    expect(exit).toBe(0)
    expect(out).toContain('  LIMIT_SIGN_IN_ACCOUNT (10/15m)\n      Failed sign-ins')
    expect(out).not.toContain('DATABASE_URL')
    expect((await portal(['settings'], nowhere)).out).toContain('  BRAND_FILE (apps/server/brand.json)\n')
  })

  it('exits with 2 and names the usage error', async () => {
    const wrong: [string[], string][] = [
      [[], 'No command given.'],
      [['serve'], "Unknown command 'serve'."],
      [['import', 'points'], 'Usage: npm run portal -- import points FILE'],
      [['import', 'points', 'a.csv', '--force'], "Unknown option '--force'"],
      [
        ['demo', '--participants', '5', '--records', 'many', '--seed', '1'],
        "--records: 'many' is not a whole number",
      ],
      [['staff', 'add', 'a@example.gr', '--first-name', 'A'], '--last-name is missing.'],
      [['staff', 'role', 'a@example.gr', '--role', 'owner'], "--role: 'owner' is not one of clerk, manager"],
      [['participant', 'erase', 'a@example.gr'], '--confirm EMAIL is missing'],
      [['exports', '--last', '0'], "--last: '0' is not a whole number"],
    ]
    const run = (place: number) => (place === 0 ? portalProcess : portal)
    const results = await Promise.all(wrong.map(([args], place) => run(place)(args, nowhere)))
    for (const [place, { exit, err }] of results.entries()) {
      expect(err).toContain(wrong[place]?.[1])
      expect(exit).toBe(2)
    }
  })

  it('does nothing in a shell without the settings of the server [operations command database]', async () => {
    const folder = temporaryFolder()
    const env = { DATA_DIR: join(folder, 'data'), PORTAL_SECRET: 'q7Jt0Xw2LzV5mB8nKc4RdYf6HgPs1Ea3' }
    const rate = ['oil_collected', '--unit', 'litre', '--points', '20', '--from', '2026-01-01']
    for (const args of [
      ['partner', 'add', 'Λάδι', '--url', 'https://oil.example.gr'],
      ['rates', 'add', ...rate],
      ['partner', 'list'],
      ['migrate'],
    ]) {
      const { exit, out, err } = await portal(args, env)
      expect([exit, out, err]).toEqual([
        1,
        '',
        expect.stringMatching(/^DATABASE_URL is not set; nothing was done\..*Add --embedded/),
      ])
    }
    expect(existsSync(env.DATA_DIR)).toBe(false)
    const both = await portal(['migrate', '--embedded'], { DATABASE_URL: 'postgres://127.0.0.1:1/none' })
    expect([both.exit, both.err]).toEqual([2, '--embedded: DATABASE_URL is set. Remove one of the two.\n'])
  })

  it('exits with 1 and names the configuration error', async () => {
    const { exit, err } = await portalProcess(['migrate'], { DATABASE_URL: 'mysql://x' })
    expect([exit, err]).toEqual([1, expect.stringContaining('DATABASE_URL: expected a URL')])
  })

  it('exits with 1 and names the setting if PostgreSQL rejects the connection', async () => {
    const { exit, err } = await portal(['rates', 'list'], {
      DATABASE_URL: 'postgres://unknown:x@127.0.0.1:1/none',
    })
    expect([exit, err]).toEqual([1, expect.stringMatching(/^Cannot connect.*Check DATABASE_URL/)])
  })
})

describe('npm run portal, while the server runs', () => {
  let testApp: TestApp
  const folder = temporaryFolder(afterAll)
  let env: Record<string, string>
  beforeAll(async () => {
    testApp = await openTestApp()
    env = { DATABASE_URL: testApp.portal.config.database.url ?? '', DATA_DIR: folder }
  })
  afterAll(() => testApp.close())
  /** The line by which a command that writes names its database, without the password. */
  const named = () => {
    const { pathname, host, username } = new URL(env.DATABASE_URL ?? '')
    return `Database: ${pathname.slice(1)} at ${host}, as ${username}\n`
  }

  /** Action and command of the entries about a person, in order. */
  const entriesAbout = async ({ id }: { id: number }) =>
    (
      await testApp.db
        .selectFrom('auditEntries')
        .select(['action', 'actorName'])
        .where('subjectId', '=', id)
        .where('actorKind', '=', 'command')
        .orderBy('id')
        .execute()
    ).map(({ action, actorName }) => [action, actorName])

  it('participant export and erase answer a letter, and are recorded [privacy letter]', async () => {
    const person = await testApp.make.customer({ email: 'letter@example.gr' })
    await testApp.make.record(person, { points: 70 })
    const out = join(folder, 'letter.json')
    const written = await portal(['participant', 'export', person.email, '--out', out], env)
    expect(written.exit).toBe(0)
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({
      account: { email: person.email },
      points: { available: 70 },
    })
    const erase = (...options: string[]) =>
      portal(['participant', 'erase', 'Letter@example.gr', ...options], env)
    expect((await erase('--dry-run')).out).toContain('records 1')
    expect((await erase('--confirm', 'other@example.gr')).err).toContain('Nothing was erased')
    expect(await testApp.signIn(person)).toBeDefined()
    const { exit, out: said } = await erase('--confirm', 'Letter@example.gr')
    expect([exit, said]).toEqual([0, expect.stringContaining('A mail says so')])
    expect((await erase('--dry-run')).err).toContain('No account has the address')
    expect(await entriesAbout(person)).toEqual([
      ['data.export', 'participant export'],
      ['erasure.execute', 'participant erase'],
    ])
  })

  it('retention shows what is due, and carries it out once a day [privacy retention]', async () => {
    const shown = await portal(['retention', '--dry-run'], env)
    expect([shown.exit, shown.out]).toEqual([0, expect.stringContaining('To warn: 0.')])
    const person = await testApp.make.customer()
    const note = { participantId: person.id, authorId: (await testApp.make.staff()).id, text: 'Σ' }
    const createdAt = later(new Date(), -days(400))
    await testApp.db
      .insertInto('callNotes')
      .values({ ...note, createdAt })
      .execute()
    const [first, second] = [await portal(['retention'], env), await portal(['retention'], env)]
    expect(shown.out).toMatch(/^delivery_claims +2 years after the answer +RETENTION_CLAIMS +0$/m)
    const removed = 'Removed 1 notes of calls.'
    expect(first.out).toContain(`${removed}\n0 warned, 0 erased.`)
    expect(second.out).toContain(
      'Old rows were removed earlier today.\nNo account was warned or erased: it was carried out today, or RETENTION_INACTIVE is off.',
    )
  })

  it('staff add creates an account and prints a link that sets the password once', async () => {
    const { exit, out } = await portal(
      ['staff', 'add', 'dimitris@example.gr', '--first-name', 'Δημήτρης', '--last-name', 'Κ'],
      env,
    )
    expect(exit).toBe(0)
    const [, uid = '', token = ''] =
      /http:\/\/localhost:3000\/password\/reset\/confirm\/([\w-]+)\/([\w-]+)/.exec(out) ?? []
    const password = 'νέο-λάδι-και-φως-9'
    await testApp.visitor().call(confirmPasswordReset, { body: { uid, token, new_password: password } })
    await testApp.signIn({ email: 'dimitris@example.gr', password })

    const again = await portal(
      ['staff', 'add', 'Dimitris@example.gr', '--first-name', 'Δημήτρης', '--last-name', 'Κ'],
      env,
    )
    expect([again.exit, again.err.trim()]).toEqual([
      1,
      named() + 'An account with this e-mail address exists already.',
    ])
  })

  it('staff add reads a password from standard input and checks it against the rules', async () => {
    const names = ['--first-name', 'Ελένη', '--last-name', 'Κ']
    const add = ['staff', 'add', 'eleni@example.gr', ...names, '--password-stdin']
    const weak = await portal(add, env, '12345678\n')
    expect([weak.exit, weak.err.trim()]).toEqual([
      1,
      named() + 'This password is too common.\nThis password is entirely numeric.',
    ])
    expect(await portalProcess(add, env, 'λάδι-και-φως-9\n')).toEqual({
      exit: 0,
      out: 'eleni@example.gr is staff now.\n',
      err: named(),
    })
    await testApp.signIn({ email: 'eleni@example.gr', password: 'λάδι-και-φως-9' })
  })

  it('staff role, disable, enable and list change and show accounts, with audit entries [security staff]', async () => {
    const run = (...args: string[]) => outcomeOf(['staff', ...args], env)
    const person = await testApp.make.staff({ email: 'fotini@example.gr' })
    const client = await testApp.signIn(person)
    const { email } = person
    const citizen = await testApp.make.customer()
    expect(
      await Promise.all([
        run('role', 'Fotini@example.gr', '--role', 'operator'),
        run('disable', citizen.email),
      ]),
    ).toEqual([
      [0, 'Fotini@example.gr has the role operator now.'],
      [1, 'There is no staff account with this e-mail address.'],
    ])
    expect((await client.send(me)).headers['x-role']).toBe('operator')
    expect(await run('disable', email)).toEqual([1, 'At least one active operator must remain.'])
    await testApp.make.staff({ role: 'operator' })
    expect(await run('disable', email)).toEqual([0, `${email} is disabled.`])
    expect((await client.send(me)).statusCode).toBe(401)

    const [[, listed], [, enabled]] = [await run('list'), await run('enable', email)]
    expect(listed).toMatch(
      /^fotini@example\.gr +operator +disabled +no second factor +\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[23]:00$/m,
    )
    const [, uid = '', token = ''] = /\/confirm\/([\w-]+)\/([\w-]+)/.exec(String(enabled)) ?? []
    const password = 'νέο-λάδι-και-φως-9'
    await testApp.visitor().call(confirmPasswordReset, { body: { uid, token, new_password: password } })
    await testApp.signIn({ email, password })
    expect(await entriesAbout(person)).toEqual([
      ['staff.role', 'staff role'],
      ['staff.disable', 'staff disable'],
      ['staff.enable', 'staff enable'],
    ])
  })

  it('staff reset-second-factor removes the factors of staff only [security reset factor]', async () => {
    const clerk = await testApp.make.staff()
    const listed = async () =>
      (await portal(['staff', 'list'], env)).out.split('\n').find((line) => line.startsWith(clerk.email))
    expect(await listed()).toContain('no second factor')
    await addApp(testApp, clerk)
    expect(await listed()).toMatch(/active +second factor/)
    const reset = (of: string) => portal([of, 'reset-second-factor', clerk.email], env)
    const wrong = await reset('participant')
    expect([wrong.exit, wrong.err.trim()]).toEqual([1, `${named()}Not found.`])
    const { exit, out } = await reset('staff')
    expect([exit, out]).toEqual([0, expect.stringContaining(clerk.email)])
    await testApp.signIn(clerk)
    const subjects = (await testApp.mails.to(clerk.email, 2)).map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringMatching(/^Το δεύτερο βήμα σύνδεσης αφαιρέθηκε/))
  })

  it('participant lock, unlock and end-sessions change the access to an account [security locks]', async () => {
    const maria = await testApp.make.customer()
    const boss = await testApp.make.staff({ role: 'manager' })
    const run = (...args: string[]) => outcomeOf(['participant', ...args], env)
    const client = await testApp.signIn(maria)
    const { email } = maria
    expect(await run('end-sessions', email, '--as', boss.email)).toEqual([
      0,
      `${email} is signed out everywhere.`,
    ])
    expect((await client.send(me)).statusCode).toBe(401)
    expect(await run('lock', email, '--reason', 'stolen', '--days', '3')).toEqual([
      0,
      `${email} is locked for 3 days.`,
    ])
    await expect(testApp.signIn(maria, { withPassword: true })).rejects.toThrow()
    expect(await run('unlock', email)).toEqual([0, `${email} is unlocked.`])
    const again = await run('unlock', email)
    expect(again).toEqual([1, expect.stringContaining('is not locked')])
    expect((await run('lock', email, '--reason', 'x'))[0]).toBe(2)
    expect((await run('lock', boss.email, '--reason', 'stolen'))[0]).toBe(1)
    await testApp.signIn(maria, { withPassword: true })
  })

  it('staff anonymize removes the name of a disabled account, after its address was repeated [security staff]', async () => {
    const { id, email } = await testApp.make.staff()
    const run = (...args: string[]) => portal(['staff', ...args], env)
    expect((await run('anonymize', email, '--confirm', email)).err).toContain('Disable this account first.')
    await run('disable', email)
    expect((await run('anonymize', email, '--confirm', 'other@example.gr')).exit).toBe(1)
    expect((await run('anonymize', email, '--confirm', email)).out.trim()).toBe(
      `Account ${id} has no name and address any more.`,
    )
    expect((await run('list')).out).not.toContain(email)
  })

  it('import points imports a file, or names the line with an error', async () => {
    const maria = await testApp.make.customer()
    const header = 'email,points,description,created_at,reference'
    const good = `${maria.email},120,oil_collected,2024-07-03T12:00:00+03:00,a-1`
    const fine = await portal(['import', 'points', fileOf(`${header}\n${good}\n`)], env)
    expect(fine).toEqual({ exit: 0, out: '1 points records imported, 0 already there.\n', err: named() })
    const file = fileOf(`${header}\n${good}\nx,y\n`)
    const bad = await portal(['import', 'points', file, '--strict'], env)
    expect([bad.exit, bad.err]).toEqual([1, expect.stringContaining('line 3: 2 fields')])
    expect(bad.err).not.toContain('    at ')
    const list = `${file}.rejected.txt`
    expect(existsSync(list)).toBe(false)
    const partly = await portal(['import', 'points', file], env)
    expect([partly.exit, partly.out]).toEqual([3, '0 points records imported, 1 already there.\n'])
    expect(partly.err).toContain(`1 row was not imported`)
    expect(partly.err).toContain(list)
    expect(readFileSync(list, 'utf8')).toBe('line 3: 2 fields, but the first line has 5.\n')
  })

  it('doctor prints what it finds to standard output, and exits with 1 [operations doctor]', async () => {
    const { exit, out, err } = await portal(['doctor'], { ...env, DEMO: 'no', DATABSE_POOL: '7' })
    expect([exit, err]).toEqual([1, ''])
    expect(out).toMatch(/^TO DO {2}names of settings: DATABSE_POOL .* DATABASE_POOL\?$/m)
    expect(out).toMatch(/\d+ of \d+ checks found something to do\.\n$/)
  })

  it('exports lists the exports, newest first', async () => {
    expect(await portal(['exports'], env)).toEqual({ exit: 0, out: 'Nothing was exported yet.\n', err: '' })
    const clerk = await testApp.make.staff()
    const client = await testApp.signIn(clerk)
    await client.send(exportParticipants)
    await client.send(exportPoints)
    const { exit, out } = await portal(['exports', '--last', '1'], env)
    expect([exit, out.trim().split('\n').length]).toEqual([0, 2])
    expect(out).toMatch(new RegExp(`^\\S+\\+0[23]:00 +${clerk.email} +points +all`, 'm'))
  })

  it('partner adds, lists, changes and disables a partner and rotates its secret, which is shown once', async () => {
    const PORTAL_SECRET = 'q7Jt0Xw2LzV5mB8nKc4RdYf6HgPs1Ea3'
    const withSecret = { ...env, DEMO: 'no', PORTAL_SECRET }
    const run = async (...args: string[]) => {
      const result = await portal(args, withSecret)
      return { exit: result.exit, output: saidBy(result) }
    }
    const oil = ['Λάδι', '--url', 'https://oil.example.gr', '--client-id', 'oil-site']
    const addresses = ['a', 'b'].flatMap((path) => ['--redirect-uri', `https://oil.example.gr/${path}`])
    const rights = ['--scope', 'openid', '--scope', 'points:write', '--writes', 'oil_collected']

    const bare = await portal(['partner', 'add', ...oil], { ...env, DEMO: 'no' })
    expect([bare.exit, bare.err]).toEqual([1, expect.stringContaining('PORTAL_SECRET: missing')])
    expect(await run('partner', 'add', 'Λάδι')).toEqual({ exit: 2, output: '--url is missing.' })

    const added = await run('partner', 'add', ...oil, ...addresses, ...rights)
    expect(added.exit).toBe(0)
    const [, secret = ''] = /client_secret {2}([\w-]{43})/.exec(added.output) ?? []
    expect(added.output).toContain('client_id      oil-site')
    expect(added.output).not.toMatch(/^issuer/m)
    expect(added.output).toContain('PUBLIC_URL is not set: http://localhost:3000 is only a default.')
    const atHome = { ...withSecret, PUBLIC_URL: 'https://portal.example.gr' }
    const known = await portal(['partner', 'add', 'Β', '--url', 'https://b.example.gr'], atHome)
    expect(known.out).toContain('issuer         https://portal.example.gr/oauth')
    expect(known.out).not.toContain('PUBLIC_URL')
    const unknownDatabase = { ...env, DATABASE_URL: `${env.DATABASE_URL?.replace(/\/[^/]*$/, '')}/none` }
    expect((await portal(['partner', 'list'], unknownDatabase)).err).toBe(
      'Cannot connect to the database: database "none" does not exist. Check DATABASE_URL, and DATABASE_OWNER_URL if it is set.\n',
    )

    await run('partner', 'change', 'oil-site', '--origin', 'https://oil.example.gr')
    const change = (...options: string[]) => run('partner', 'change', 'oil-site', ...options)
    const parts = ['--add-scope', 'points:read', '--add-scope', 'openid', '--remove-scope', 'points:write']
    // It writes records.
    expect(await change(...parts)).toMatchObject({ exit: 1, output: expect.stringContaining('writes: ') })
    await change('--add-scope', 'points:read', '--add-scope', 'openid', '--add-writes', 'item_reused')
    expect(await change('--remove-scope', 'email')).toMatchObject({
      exit: 1,
      output: expect.stringContaining("remove-scope: the partner does not have 'email'."),
    })
    expect(await change('--scope', 'openid', '--add-scope', 'email')).toMatchObject({ exit: 2 })
    await change('--remove-writes', 'oil_collected')
    const renewed = await run('partner', 'rotate-secret', 'oil-site', '--keep-old-for', '0')
    expect(renewed.output).toMatch(/client_secret {2}[\w-]{43}\nThe secret is shown only once\./)
    expect(renewed.output).not.toContain(secret)
    expect(await run('partner', 'change', 'oil-site', '--third-party')).toMatchObject({ exit: 0 })
    await run('partner', 'disable', 'oil-site')
    const { output } = await run('partner', 'list')
    expect(output).toMatch(/^oil-site: Λάδι, third party, disabled since \d{4}-\S+\+0[23]:00\n/)
    for (const line of [
      '  scopes: openid points:write points:read',
      '  writes: item_reused',
      '  last call: none',
      '  redirect-uri: https://oil.example.gr/a https://oil.example.gr/b',
      '  origin: https://oil.example.gr',
    ])
      expect(output).toContain(line)
    expect(output).not.toContain('secret')
    expect((await run('partner', 'enable', 'unknown')).output).toContain("There is no partner 'unknown'")
    expect((await run('oidc', 'rotate-keys')).output).toMatch(
      /^The new key signs from \d{4}-\S+\+0[23]:00\.$/,
    )
  })

  it('rates, partner set-webhook and verify change and check the database', async () => {
    const settings = { PORTAL_SECRET: 'q7Jt0Xw2LzV5mB8nKc4RdYf6HgPs1Ea3', FOUR_EYES_ABOVE: 'off', ...env }
    const outputOf = (...args: string[]) => outcomeOf(args, settings)
    const add = ['rates', 'add', 'oil_collected', '--unit', 'litre', '--points', '20', '--from', '2026-01-01']
    expect(await outputOf(...add)).toEqual([0, 'Rate 1 added.'])
    expect(await outputOf(...add)).toEqual([1, expect.stringContaining('Another rate is valid')])
    expect(await outputOf('rates', 'close', '1', '--last', '2026-12-31')).toEqual([
      0,
      'Rate 1 is valid until 2026-12-31.\nWarning: oil_collected by litre has no rate on 2027-01-01: records of that day will be rejected (rate_missing).',
    ])
    const from = ['--from', '2027-01-01']
    const next = ['rates', 'add', 'oil_collected', '--unit', 'litre', '--points', '1200', ...from]
    expect(await outputOf(...next)).toEqual([0, 'Rate 3 added.'])
    // Mistyped.
    expect(await outputOf('rates', 'replace', '3', '--points', '12')).toEqual([
      0,
      'Rate 3 is replaced by rate 4.',
    ])
    expect(await outputOf('rates', 'delete', '4')).toEqual([
      0,
      expect.stringMatching(
        /^Rate 4 is deleted\.\nWarning: oil_collected by litre has no rate on 2027-01-01/,
      ),
    ])
    expect(await outputOf('rates', 'list')).toEqual([
      0,
      expect.stringMatching(/^1 {2}oil_collected +20 a litre +2026-01-01 – 2026-12-31$/),
    ])
    for (const wrong of [
      ['rates', 'add', 'coupon_created'],
      ['rates', 'close', '1', '--last', '2026-02-30'],
      ['rates', 'add', 'oil_collected', '--unit', 'litre', '--points', '-1', '--from', '2027-01-01'],
    ])
      expect((await outputOf(...wrong))[0]).toBe(2)

    const { clientId } = await testApp.make.partner()
    expect(await outputOf('partner', 'rejections', clientId)).toEqual([
      0,
      `No record of ${clientId} was rejected in the last 30 days.`,
    ])
    const program = await openProgram(testApp)
    await program.recordAll([{ reference: 'oil-1' }])
    expect(await outputOf('partner', 'rejections', program.partner.clientId, '--last', '1')).toEqual([
      0,
      expect.stringMatching(/^1 {2}required\n\n\S+\+0[23]:00 {2}required +oil-1$/),
    ])
    expect(
      await outputOf('partner', 'set-webhook', clientId, '--url', 'https://oil.example.gr/hook'),
    ).toEqual([0, expect.stringMatching(/webhook_secret {2}whsec_\S{44}\n/)])
    const [, partners] = await outputOf('partner', 'list')
    expect(partners).toContain('  webhook: https://oil.example.gr/hook')
    // Of the program above.
    expect(partners).toMatch(/^ {2}last call: \d{4}-\S+\+0[23]:00$/m)
    expect(await outputOf('partner', 'set-webhook', clientId)).toEqual([0, `Webhook of ${clientId} removed.`])
    expect(await outputOf('verify')).toEqual([
      0,
      expect.stringMatching(/^\d+ records and the balances of \d+ accounts/),
    ])
    await testApp.db.updateTable('balances').set({ nRecords: 7 }).execute()
    expect(await outputOf('verify')).toEqual([1, expect.stringContaining('records 7; counted')])
  })

  it('approvals list, approve and reject, points add and the caps of a partner name who acts [security four eyes]', async () => {
    const outputOf = (...args: string[]) => outcomeOf(args, { FOUR_EYES_ABOVE: '1000', ...env })
    const maria = await testApp.make.customer()
    const clerk = await testApp.make.staff()
    const manager = await testApp.make.staff({ role: 'manager' })
    const kind = ['--description', 'oil_collected', '--reason', 'Βλάβη']
    const add = (points: string, as: string, ...more: string[]) =>
      outputOf('points', 'add', maria.email, '--points', points, ...kind, '--as', as, ...more)
    expect(await add('10', maria.email)).toEqual([1, `--as: ${maria.email} is not an active staff account.`])
    const now = new Date()
    const dayBefore = (n: number) => athensDay(later(now, -days(n)))
    const [, added] = await add('10', clerk.email, '--day', dayBefore(3))
    const record = /^Record (\d+) added\.$/.exec(String(added))?.[1] ?? ''
    // Oil of the same days: perhaps the same delivery.
    const [reads, clerkId] = [testApp.db.selectFrom('auditEntries').selectAll(), clerk.id]
    const listed = () => reads.where('action', '=', 'points.list').where('subjectId', '=', maria.id).execute()
    expect(await listed()).toEqual([])
    expect(await add('10', clerk.email, '--day', dayBefore(2))).toEqual([
      1,
      expect.stringMatching(
        new RegExp(`${maria.email} has other oil .* ${record}: 10 points, .*--credited ${record}\\.$`, 's'),
      ),
    ])
    expect(await listed()).toMatchObject([
      {
        ...{ actorKind: 'command', actorName: 'points add', actorId: clerkId },
        details: { from: dayBefore(3), to: dayBefore(1) },
      },
    ])
    expect((await add('10', clerk.email, '--day', '2999-01-01'))[0]).toBe(1)
    expect(await add('10', clerk.email, '--day', dayBefore(367))).toEqual([
      1,
      `--day: ${dayBefore(367)} is more than 365 days ago.`,
    ])
    expect(await add('10', clerk.email, '--credited', 'abc')).toEqual([
      2,
      "--credited: 'abc' is not the number of a record.",
    ])
    const known = ['--day', dayBefore(2), '--credited', record]
    const [exit, requested] = await add('1001', manager.email, ...known)
    expect([exit, requested]).toEqual([
      0,
      expect.stringContaining('waits for the approval of a second person'),
    ])
    const id = /^Request (\d+)/.exec(String(requested))?.[1] ?? ''
    expect(await outputOf('approvals', 'list')).toEqual([
      0,
      expect.stringMatching(
        new RegExp(
          `${id}  points_added  1001 points  by ${manager.email}, .*  waits .*seen: ${dayBefore(2)}, records ${record}`,
        ),
      ),
    ])
    const approve = (as: string) => outputOf('approvals', 'approve', id, '--as', as)
    expect(await approve(clerk.email)).toEqual([
      1,
      expect.stringContaining('the role clerk, which may not do this'),
    ])
    expect(await approve(manager.email)).toEqual([1, 'A second person has to decide on this request.'])
    const second = await testApp.make.staff({ role: 'manager' })
    expect(await approve(second.email)).toEqual([0, `Request ${id} approved; the change is made.`])
    expect(await outputOf('approvals', 'reject', id, '--as', second.email)).toEqual([
      1,
      'This was already decided.',
    ])

    const { clientId } = await testApp.make.partner()
    await outputOf('partner', 'change', clientId, '--daily-cap', '9000', '--person-cap', 'off')
    const [, partners] = await outputOf('partner', 'list')
    expect(partners).toContain('daily-cap: 9,000 points\n  person-cap: off')
    expect((await outputOf('partner', 'change', clientId, '--daily-cap', '-1'))[0]).toBe(2)
  })
})

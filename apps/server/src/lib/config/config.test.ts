import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '#test/files.ts'
import { readConfig } from './config.ts'
import { variables } from './environment.ts'
import { settings } from './setting-descriptions.ts'

const folder = temporaryFolder(afterAll)

/** Returns the errors of a configuration, without their bullets. */
function errorDetailsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
  } catch (error) {
    return (error as Error).message.split('\n  - ').slice(1)
  }
  return []
}

const brandOf = (name: string, content: unknown) => {
  const file = join(folder, name)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const brand = {
  product: 'Πόντοι',
  company: 'Δοκιμή ΑΕ',
  title_suffix: 'Δοκιμή',
  contact: {},
  sites: {
    oil: { url: 'https://oil.example.gr' },
    reuse: { url: 'https://reuse.example.gr' },
    redemption: { url: 'https://coupons.example.gr' },
  },
}

describe('the environment variables', () => {
  it('are all in the reference that `portal settings` prints, and no others', () => {
    const described = Object.values(settings).flatMap((group) => Object.keys(group))
    expect(described.sort()).toEqual(Object.keys(variables).sort())
  })
})

describe('readConfig', () => {
  it('needs no settings: embedded database, mails in files, this machine only, demonstration', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      trustProxy: false,
      demonstration: true,
      logLevel: 'warn',
    })
    expect(config.database).toEqual({ folder: expect.stringMatching(/[\\/]data[\\/]database$/) })
    expect(config.mail).toMatchObject({
      kind: 'outbox',
      folder: expect.stringMatching(/[\\/]data[\\/]outbox$/),
    })
    expect(config.brand.product).not.toBe('')
  })

  it('generates a secret with the embedded database only', () => {
    expect(readConfig({}).secret).toEqual({
      kind: 'file',
      file: expect.stringMatching(/[\\/]data[\\/]secret$/),
    })
    const database = {
      DATABASE_URL: 'postgres://portal:x@db/portal',
      PUBLIC_URL: 'https://pontoi.example.gr',
    }
    expect(readConfig({ DEMO: 'no' }).secret?.kind).toBe('file')
    expect(readConfig({ DEMO: 'no', ...database }).secret).toBeUndefined()
    const value = 'q7Jt0Xw2LzV5mB8nKc4RdYf6HgPs1Ea3'
    expect(readConfig({ PORTAL_SECRET: value }).secret).toEqual({ kind: 'given', value })
  })

  it('reads all kinds of settings', () => {
    const config = readConfig({
      PORT: '8080',
      PUBLIC_URL: 'https://pontoi.example.gr/',
      DATABASE_URL: 'postgres://portal:x@db/portal',
      SMTP_URL: 'smtps://u:p@mail.example.gr',
      MAIL_FROM: 'Πόντοι <portal@example.gr>',
      LIMIT_SIGN_IN_ACCOUNT: '3/2h',
      LOG_LEVEL: 'debug',
      DATABASE_STATEMENT_TIMEOUT: '0.5',
    })
    expect(config).toMatchObject({
      port: 8080,
      host: '0.0.0.0',
      publicUrl: 'https://pontoi.example.gr',
      database: { url: 'postgres://portal:x@db/portal' },
      mail: { kind: 'smtp', url: 'smtps://u:p@mail.example.gr', from: 'Πόντοι <portal@example.gr>' },
      databaseTimeouts: { connect: 5_000, statement: 500, lock: 10_000 },
      demonstration: false,
      logLevel: 'debug',
    })
    expect(config.limits.signInByAccount).toEqual({ tries: 3, window: 7_200_000 })
    expect(config.limits.signInByNetwork).toEqual({ tries: 100, window: 900_000 })
  })

  it.each([
    [{ PORT: '70000' }, "PORT: '70000' is not a port (0 to 65535)."],
    [{ DATABASE_LOCK_TIMEOUT: 'ten' }, "DATABASE_LOCK_TIMEOUT: 'ten' is not a number of seconds."],
    [{ PORT: 'http' }, "PORT: 'http' is not a port (0 to 65535)."],
    [
      { DATABASE_URL: 'mysql://db/x' },
      'DATABASE_URL: expected a URL such as postgres://user:password@host:5432/name.',
    ],
    [
      { PUBLIC_URL: 'pontoi.example.gr' },
      "PUBLIC_URL: 'pontoi.example.gr' is not an http or https URL without a path.",
    ],
    [
      { PUBLIC_URL: 'https://a.gr/portal' },
      "PUBLIC_URL: 'https://a.gr/portal' is not an http or https URL without a path.",
    ],
    [
      { PUBLIC_URL: 'https://a.gr?b' },
      "PUBLIC_URL: 'https://a.gr?b' is not an http or https URL without a path.",
    ],
    [
      { SMTP_URL: 'mail.example.gr', MAIL_FROM: 'a@b.gr' },
      'SMTP_URL: expected a URL such as smtp://user:password@host:587 or smtps://….',
    ],
    [{ SMTP_URL: 'smtp://mail' }, 'MAIL_FROM: required with SMTP_URL, e.g. "Portal <portal@example.gr>".'],
    [{ MAIL_FROM: 'Portal' }, 'MAIL_FROM: contains no e-mail address.'],
    [{ MAIL_FROM: 'a@b.gr\r\nBcc: c@d.gr' }, 'MAIL_FROM: contains no e-mail address.'],
    [{ DEMO: 'perhaps' }, "DEMO: 'perhaps' is neither yes nor no."],
    [
      { PORTAL_SECRET: 'secret' },
      'PORTAL_SECRET: is shorter than 32 characters; make one with: openssl rand -base64 48.',
    ],
    [
      { PORTAL_SECRET: 'change-me'.repeat(5) },
      'PORTAL_SECRET: is too simple for a secret; make one with: openssl rand -base64 48.',
    ],
    [{ LOG_LEVEL: 'loud' }, "LOG_LEVEL: 'loud' is not one of debug, info, warn, error."],
    [
      { LIMIT_RESET_ACCOUNT: '5 an hour' },
      "LIMIT_RESET_ACCOUNT: '5 an hour' is not a limit such as 10/15m (tries per s, m, h or d).",
    ],
    [
      { LIMIT_LINK_NETWORK: '0/1h' },
      "LIMIT_LINK_NETWORK: '0/1h' is not a limit such as 10/15m (tries per s, m, h or d).",
    ],
    [{ RECORD_MAX_AGE: '30d', WAITING_MAX_AGE: '29d' }, 'WAITING_MAX_AGE: is shorter than RECORD_MAX_AGE.'],
    [{ RETENTION_CLAIMS: '364d' }, 'RETENTION_CLAIMS: is shorter than WAITING_MAX_AGE.'],
    [
      { RETENTION_CALL_NOTES: '29d' },
      "RETENTION_CALL_NOTES: '29d' is neither off nor at least 30 days, such as 60d.",
    ],
    [
      { RETENTION_COUPON_CODES: '5d' },
      "RETENTION_COUPON_CODES: '5d' is neither off nor at least 30 days, such as 60d.",
    ],
    [
      { PORTAL_WORKERS: '2' },
      'PORTAL_WORKERS: more than 1 requires DATABASE_URL, because only one process can open the embedded database.',
    ],
    [{ DATABASE_POOL: '1' }, "DATABASE_POOL: '1' is not a number from 6 to 500."],
    [{ WAITING_LIMIT: '0' }, "WAITING_LIMIT: '0' is not a number from 1 to 9999999."],
    [
      { RECORD_MAX_AGE: 'a month' },
      "RECORD_MAX_AGE: 'a month' is not a duration such as 30d (s, m, h or d).",
    ],
    [
      { TRUST_PROXY: '10.0.0.1, nginx' },
      "TRUST_PROXY: 'nginx' is not an address, a range such as 10.0.0.0/8, or one of loopback, linklocal, uniquelocal.",
    ],
    [
      { TRUST_PROXY: 'yes' },
      "TRUST_PROXY: 'yes' would trust every client's X-Forwarded-For. Set the number of proxies, usually 1, or their addresses.",
    ],
    [
      { PUBLIC_URL: 'https://portal.example.gr' },
      "PUBLIC_URL: 'https://portal.example.gr' is not on this machine, and DATABASE_URL and SMTP_URL are missing. Set them, or DEMO=yes for a public demonstration, whose passwords are public, or DEMO=no for the embedded database.",
    ],
    [
      { TRUST_PROXY: '10.0.0.0/33' },
      "TRUST_PROXY: '10.0.0.0/33' is not an address, a range such as 10.0.0.0/8, or one of loopback, linklocal, uniquelocal.",
    ],
    [
      { TRUST_PROXY: '10/8' },
      "TRUST_PROXY: '10/8' is not an address, a range such as 10.0.0.0/8, or one of loopback, linklocal, uniquelocal.",
    ],
    [
      { TRUST_PROXY: '0.0.0.0/0' },
      "TRUST_PROXY: '0.0.0.0/0' is not an address, a range such as 10.0.0.0/8, or one of loopback, linklocal, uniquelocal.",
    ],
    [
      { CONTENT_DIR: '/nowhere' },
      'CONTENT_DIR: no such file: /nowhere/privacy.md.',
      'CONTENT_DIR: no such file: /nowhere/terms.md.',
      'CONTENT_DIR: no such file: /nowhere/accessibility.md.',
      'CONTENT_DIR: no such file: /nowhere/privacy-staff.md.',
    ],
    [{ BRAND_FILE: '/nowhere/brand.json' }, 'BRAND_FILE: no such file: /nowhere/brand.json.'],
  ])('rejects %j', (env, ...errors) => {
    expect(errorDetailsOf(env)).toEqual(errors)
  })

  it('names the errors of the brand file', () => {
    const { product: _, ...incomplete } = brand
    expect(errorDetailsOf({ BRAND_FILE: brandOf('none.json', '{') })).toEqual([
      expect.stringMatching(/^BRAND_FILE: .*none\.json is not valid JSON/),
    ])
    expect(errorDetailsOf({ BRAND_FILE: brandOf('incomplete.json', incomplete) })).toEqual([
      expect.stringMatching(/^BRAND_FILE: product: /),
    ])
    expect(
      errorDetailsOf({
        BRAND_FILE: brandOf('site.json', {
          ...brand,
          sites: { ...brand.sites, oil: { url: 'javascript:alert(1)' } },
        }),
      }),
    ).toEqual([expect.stringMatching(/^BRAND_FILE: sites\.oil\.url: /)])
    expect(errorDetailsOf({ BRAND_FILE: brandOf('logo.json', { ...brand, logo: 'missing.svg' }) })).toEqual([
      expect.stringMatching(/^BRAND_FILE: logo: no such .*missing\.svg/),
    ])
  })

  it('names the public page that cannot be read', () => {
    const content = mkdtempSync(join(folder, 'content-'))
    writeFileSync(join(content, 'privacy.md'), '\uFEFF# Απόρρητο')
    writeFileSync(join(content, 'terms.md'), new Uint8Array([0xcf, 0x23]))
    writeFileSync(join(content, 'accessibility.md'), '\n')
    writeFileSync(join(content, 'privacy-staff.md'), '# Ενημέρωση')
    expect(errorDetailsOf({ CONTENT_DIR: content })).toEqual([
      `CONTENT_DIR: ${join(content, 'terms.md')} is not UTF-8.`,
      `CONTENT_DIR: ${join(content, 'accessibility.md')} is empty.`,
    ])
  })

  it('finds the logo in the folder of the brand file', () => {
    writeFileSync(join(folder, 'logo.svg'), '<svg/>')
    const config = readConfig({ BRAND_FILE: brandOf('good.json', { ...brand, logo: 'logo.svg' }) })
    expect([config.brand.logo, config.logoFile]).toEqual(['/brand/logo', join(folder, 'logo.svg')])
  })

  it("reads the example of a container's settings as a container gets them: values are not unquoted [operations deploy]", () => {
    const example = readFileSync(
      resolve(import.meta.dirname, '../../../../../deploy/container.env.example'),
      'utf8',
    )
    const lines = Array.from(example.matchAll(/^(?!#)([^=\n]+)=(.*)$/gm), ([, name = '', value = '']) => [
      name,
      value,
    ])
    const settings = Object.fromEntries(lines) as Record<string, string>
    expect(Object.keys(settings).filter((name) => !(name in variables))).toEqual([])
    expect(example.replace(/^#.*$/gm, '')).not.toMatch(/127\.0\.0\.1|localhost/)
    // Files that are mounted.
    const mounted = { BRAND_FILE: '', CONTENT_DIR: '' }
    expect(errorDetailsOf({ ...settings, ...mounted })).toEqual([
      expect.stringContaining('PORTAL_SECRET: is shorter than 32 characters'),
    ])
    const PORTAL_SECRET = 'q7Jt0Xw2LzV5mB8nKc4RdYf6HgPs1Ea3'
    expect(readConfig({ ...settings, ...mounted, PORTAL_SECRET })).toMatchObject({
      demonstration: false,
      mail: { from: 'Portal <portal@example.gr>' },
    })
  })

  it('names all errors at once, without secrets', () => {
    const errors = errorDetailsOf({
      PORT: 'x',
      DATABASE_URL: 'mysql://u:geheim@db',
      SMTP_URL: 'http://u:geheim@mail',
      DEMO: '?',
    })
    expect(errors.map((error) => error.split(':')[0])).toEqual([
      'PORT',
      'DATABASE_URL',
      'SMTP_URL',
      'DEMO',
      'MAIL_FROM',
    ])
    expect(errors.join()).not.toContain('geheim')
  })

  it.each([
    ['no', false],
    ['0', 0],
    ['1', 1],
    ['2', 2],
    [
      '10.0.0.1, 192.168.0.0/16, loopback, ::1, fd00::/8',
      ['10.0.0.1', '192.168.0.0/16', 'loopback', '::1', 'fd00::/8'],
    ],
  ])('reads TRUST_PROXY=%s', (text, trusted) => {
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toEqual(trusted)
  })

  it.each([
    ['without settings', {}, true],
    ['on another port', { PORT: '3100' }, true],
    ['behind another port of this machine', { PUBLIC_URL: 'http://localhost:5173' }, true],
    ['at an IP address', { PUBLIC_URL: 'http://127.0.0.1:3000', HOST: '0.0.0.0' }, true],
    ['in public with DEMO=yes', { PUBLIC_URL: 'https://portal.example.gr', DEMO: 'yes' }, false],
  ])('starts the demonstration %s [security demonstration]', (_, env, loopbackOnly) => {
    expect(readConfig(env)).toMatchObject({ demonstration: true, loopbackOnly })
  })

  it.each([
    { DEMO: 'no', PUBLIC_URL: 'https://portal.example.gr' },
    { DATABASE_URL: 'postgres://db/portal', PUBLIC_URL: 'https://portal.example.gr' },
    {
      SMTP_URL: 'smtp://mail',
      MAIL_FROM: 'portal@example.gr',
      PUBLIC_URL: 'https://portal.example.gr',
    },
  ])('starts no demonstration for %j', (env) => {
    expect(readConfig(env)).toMatchObject({ demonstration: false, loopbackOnly: false })
  })
})

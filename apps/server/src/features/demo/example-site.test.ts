import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isSecretOf, listOrigins } from '#server/features/partners/service.ts'
import { disablePartner } from '#server/features/partners/registry-service.ts'
import { byCommand } from '#server/lib/audit/audit.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { exampleSiteFile, hasExampleSite, prepareExampleSite } from './example-site-service.ts'
import { insertMark } from './queries.ts'

let testApp: TestApp
let folder: string
beforeAll(async () => {
  testApp = await openTestApp({ DEMO: 'yes', PORT: '4310' })
  folder = mkdtempSync(join(tmpdir(), 'portal-example-'))
})
afterAll(async () => {
  await testApp.close()
  rmSync(folder, { recursive: true, force: true })
})

const config = () => ({ ...testApp.portal.config, folder })
const prepare = () => prepareExampleSite({ ...testApp.portal, config: config() })
const readEnvFile = () => parseEnv(readFileSync(exampleSiteFile(config()), 'utf8'))
const isValidSecret = (secret: string | undefined) => isSecretOf(testApp.portal, 'example-site', secret ?? '')
const partners = async () =>
  (await testApp.db.selectFrom('partners').select('clientId').execute()).map(({ clientId }) => clientId)

describe('prepareExampleSite [partner site example]', () => {
  it('registers nothing in a database that is not a demonstration [partner site example]', async () => {
    await prepare()
    expect(await partners()).toEqual([])
    expect(() => readEnvFile()).toThrow('ENOENT')
  })

  it('is not used if the portal has a public address [partner site example]', () => {
    expect(hasExampleSite({ config: config() })).toBe(true)
    const outside = { ...config(), publicUrl: 'https://pontoi.example.gr' }
    expect(hasExampleSite({ config: outside })).toBe(false)
  })

  it('registers the site once, and writes its secret to a file that only the owner can read', async () => {
    await insertMark(testApp.db)
    await Promise.all([prepare(), prepare()])
    expect(await partners()).toEqual(['example-site'])
    const { CLIENT_SECRET: secret, ...others } = readEnvFile()
    expect(others).toMatchObject({
      PORTAL_URL: 'http://localhost:4310',
      CLIENT_ID: 'example-site',
      PORT: '4311',
      SITE_URL: 'http://localhost:4311',
    })
    expect(await isValidSecret(secret)).toBe(true)
    // Windows has no POSIX file modes.
    const mode = process.platform === 'win32' ? 0o600 : statSync(exampleSiteFile(config())).mode & 0o777
    expect(mode).toBe(0o600)
    expect((await listOrigins(testApp.portal)).firstParty).toContain('http://localhost:4311')
  })

  it('keeps the secret at the next start, and replaces it if the file is missing', async () => {
    const { CLIENT_SECRET: first } = readEnvFile()
    await prepare()
    expect(readEnvFile()['CLIENT_SECRET']).toBe(first)
    rmSync(exampleSiteFile(config()))
    await prepare()
    const { CLIENT_SECRET: second } = readEnvFile()
    expect([second === first, await isValidSecret(second), await isValidSecret(first)]).toEqual([
      false,
      true,
      false,
    ])
  })

  it('does not enable a disabled site again', async () => {
    await disablePartner(testApp.portal, byCommand('partner disable'), 'example-site')
    const before = readEnvFile()
    await prepare()
    expect(readEnvFile()).toEqual(before)
    expect(await isValidSecret(readEnvFile()['CLIENT_SECRET'])).toBe(false)
  })
})

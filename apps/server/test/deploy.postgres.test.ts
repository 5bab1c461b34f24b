import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from './files.ts'
import { variables } from '#server/lib/config/environment.ts'
import { provideProgram } from '../../../scripts/debian-packages.ts'
import { freePort } from '../../../scripts/free-port.ts'
import { startPostgres } from '../../../scripts/postgres.ts'
import { run, running, startServer, statusOf } from './server-process.ts'
import { openPlace } from './test-app.ts'

const root = resolve(import.meta.dirname, '../../..')
const deployed = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8')
const PORTAL_SECRET = 'q7Jt0Xw2LzV5mB8nKc4RdYf6HgPs1Ea3'

afterEach(async () => {
  for (const kill of running) await kill()
})

it('the guide has no password in a command line [operations deploy]', () => {
  const guide = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  const commands = Array.from(guide.matchAll(/^ *```sh\n([^]*?)^ *```/gm), ([, text = '']) => text).join('')
  expect(commands).toContain('create-database.sh')
  expect(commands.match(/^.*(PASSWORD|SECRET)=\S.*$|^.*:\/\/[^\s/]+:[^\s/]+@.*$/gm)).toBeNull()
})

describe('the files of deploy/', { tags: ['slow'] }, () => {
  it('portal.service is valid, hardened, and its command serves with the settings of the example [operations deploy]', async () => {
    const folder = temporaryFolder()
    const unit = join(folder, 'portal.service')
    writeFileSync(unit, deployed('portal.service').replaceAll('/opt/portal', root))
    const analyze = provideProgram('systemd-analyze', 'systemd')
    expect(execFileSync(analyze, ['verify', '--man=no', unit], { encoding: 'utf8', stdio: 'pipe' })).toBe('')
    // Tenths: 20 is 'OK', 50 'MEDIUM'.
    execFileSync(analyze, ['security', '--offline=yes', '--threshold=20', unit], { stdio: 'pipe' })

    const place = await openPlace()
    onTestFinished(place.remove)
    const example = deployed('portal.env.example')
    const names = Array.from(example.matchAll(/^([A-Z_]+)=/gm), ([, name = '']) => name)
    expect(names.filter((name) => !(name in variables))).toEqual([])
    const settings = Object.fromEntries(
      Array.from(example.matchAll(/^([A-Z_]+)='?(.*?)'?$/gm), ([, name = '', value = '']) => [name, value]),
    )
    const [, program = '', args = ''] =
      /^ExecStart=(\S+)(.*)$/m.exec(readFileSync(unit, 'utf8'))?.map((part) => part.trim()) ?? []
    expect(existsSync(program)).toBe(true)
    const port = await freePort()
    const server = run(args.replace('apps/server/src/', '').split(' '), {
      ...settings,
      DATABASE_URL: place.settings.DATABASE_URL,
      PORTAL_SECRET,
      PORT: String(port),
      METRICS_LISTEN: `127.0.0.1:${await freePort()}`,
      DATA_DIR: folder,
    })
    await server.until(async () => (await statusOf(`http://127.0.0.1:${port}/readyz`)) === 200)
    expect(await server.end('SIGTERM')).toBe(0)
  })

  it('the example does not start as it is: its secrets are missing [operations deploy]', async () => {
    const settings = Object.fromEntries(
      Array.from(deployed('portal.env.example').matchAll(/^([A-Z_]+)='?(.*?)'?$/gm), ([, name, value]) => [
        name,
        value,
      ]),
    ) as Record<string, string>
    const server = run(['main.ts'], settings)
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain('PORTAL_SECRET: is shorter than 32 characters')
    const compose = deployed('compose.yaml')
    const required = Array.from(compose.matchAll(/\$\{(\w+):\?/g), ([, name]) => name)
    const empty = Array.from(deployed('compose.env.example').matchAll(/^(\w+)=$/gm), ([, name]) => name)
    expect(new Set(required)).toEqual(new Set([...empty, 'PUBLIC_URL']))
    // docker-compose 1.29, which Debian 12 has, rejects it.
    expect(compose).not.toMatch(/^name:/m)
    const block = /x-settings:[^]*?\n\n/.exec(compose)?.[0] ?? ''
    const used = Array.from(block.matchAll(/^ {2}(\w+):/gm), ([, name = '']) => name)
    expect(used.filter((name) => !(name in variables))).toEqual([])
  })

  it('create-database.sh creates the database and two roles, which the portal migrates and serves with [operations deploy]', async () => {
    provideProgram('psql', 'postgresql-client')
    // Its own: the script's names may be in use on a developer's server.
    const postgres = await startPostgres({ own: true })
    onTestFinished(postgres.stop)
    const server = new URL(postgres.url)
    const passwords = { OWNER_PASSWORD: `o'wner "1`, APPLICATION_PASSWORD: 'application$2' }
    const createDatabase = (given: Partial<typeof passwords>, input = '') =>
      execFileSync(join(root, 'deploy/create-database.sh'), {
        env: {
          PATH: process.env.PATH,
          PGHOST: server.hostname,
          PGPORT: server.port,
          PGPASSWORD: server.password,
          ...given,
        },
        input,
        stdio: 'pipe',
      })
    createDatabase({ OWNER_PASSWORD: 'first', APPLICATION_PASSWORD: 'first' })
    // Sets other passwords, which it asks for.
    createDatabase({}, `${Object.values(passwords).join('\n')}\n`)
    expect(() => createDatabase({}, '\n\n')).toThrow('is missing')
    const as = (user: string, password: string) =>
      `postgres://${user}:${encodeURIComponent(password)}@${server.host}/portal`
    const settings = {
      DATABASE_URL: as('portal_application', passwords.APPLICATION_PASSWORD),
      PORTAL_SECRET,
      DEMO: 'no',
      HOST: '127.0.0.1',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'portal@example.gr',
    }
    const migration = run(['cli/cli.ts', 'migrate'], {
      ...settings,
      DATABASE_OWNER_URL: as('portal_owner', passwords.OWNER_PASSWORD),
    })
    expect([await migration.ended, migration.output()]).toEqual([
      0,
      expect.stringContaining('The role portal_application has the privileges of the server.'),
    ])
    const portal = await startServer(settings)
    expect(await portal.end('SIGTERM')).toBe(0)
  })
})

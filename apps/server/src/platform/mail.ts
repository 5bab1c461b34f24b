import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Config } from './config.ts'

/** A mail: both forms say the same; the HTML one needs no images. */
export type Mail = { to: string; subject: string; text: string; html: string }

/** Hands a mail over. Rejects while the mail server is not to be had; the job queue then tries again. */
export type Mailer = { send: (mail: Mail) => Promise<void>; close: () => void }

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
      maxConnections: 2,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
    },
    { from },
  )
  return {
    send: async (mail) => {
      await transport.sendMail(mail)
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

/** SMTP server for the portal's mails. Relays nothing. */
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type Mails = {
  /** Value of SMTP_URL. */
  smtpUrl: string
  /** All received mails, oldest first. */
  arrived: readonly Email[]
  /**
   * Waits for a mail to an address; returns each mail once, so the second call waits for the second mail.
   * @throws Error after 150 s, with the mails received instead
   */
  next: (to: string) => Promise<Email>
  /** As `next`, of the mails about sign-ins from new browsers, which `next` skips. */
  nextAboutSignIn: (to: string) => Promise<Email>
  close: () => Promise<void>
}

const isTo = (address: string) => (mail: Email) =>
  mail.to?.some((recipient) => recipient.address?.toLowerCase() === address.toLowerCase()) ?? false

const isAboutSignIn = ({ subject }: Email) => subject?.startsWith('Νέα σύνδεση') ?? false

/** Starts the SMTP server on a free local port. */
export async function openMails(): Promise<Mails> {
  const arrived: Email[] = []
  const taken = new Set<Email>()
  const listeners = new Set<() => void>()

  async function receive(stream: Readable) {
    arrived.push(await PostalMime.parse(await buffer(stream)))
    for (const notify of listeners) notify()
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => callbackify(receive)(stream, done),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  if (typeof address !== 'object' || !address) throw new Error('The SMTP server is not listening.')

  const take = (to: string, aboutSignIn: boolean) => {
    const mail = arrived.find(
      (candidate) => !taken.has(candidate) && isTo(to)(candidate) && isAboutSignIn(candidate) === aboutSignIn,
    )
    if (mail) taken.add(mail)
    return mail
  }
  const waitFor = (to: string, aboutSignIn: boolean) =>
    new Promise<Email>((resolve, reject) => {
      const look = () => {
        const mail = take(to, aboutSignIn)
        if (!mail) return
        listeners.delete(look)
        clearTimeout(limit)
        resolve(mail)
      }
      const limit = setTimeout(() => {
        listeners.delete(look)
        const others = arrived.map(
          (mail) => `${mail.to?.map((recipient) => recipient.address).join(', ')}: ${mail.subject}`,
        )
        reject(new Error(`No mail to ${to} within 150 s. Received: ${others.join('; ') || 'none'}`))
      }, 150_000)
      listeners.add(look)
      look()
    })

  return {
    smtpUrl: `smtp://127.0.0.1:${address.port}`,
    arrived,
    next: (to) => waitFor(to, false),
    nextAboutSignIn: (to) => waitFor(to, true),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

import { SMTPServer } from 'smtp-server'
import PostalMime from 'postal-mime'

export type ReceivedMail = { to: string; text: string }

type Options = {
  port?: number
  /** Returns the error code for RCPT TO; undefined accepts the address. */
  onRecipient?: (address: string) => number | undefined | Promise<number | undefined>
  /** Runs after a mail is received and before it is acknowledged. 'drop' closes the connection instead. */
  onReceived?: (address: string) => void | 'drop' | Promise<void | 'drop'>
}

const domainOf = (address: string) => address.slice(address.indexOf('@') + 1)

/** Starts a mail server that stores received mails. */
export async function openMailServer({ port = 0, onRecipient, onReceived }: Options = {}) {
  const received: ReceivedMail[] = []
  const attempts = new Map<string, number>()
  const concurrent = new Map<string, number>()
  const maxConcurrent = new Map<string, number>()

  const begin = (address: string) => {
    const domain = domainOf(address)
    attempts.set(address, (attempts.get(address) ?? 0) + 1)
    const now = (concurrent.get(domain) ?? 0) + 1
    concurrent.set(domain, now)
    maxConcurrent.set(domain, Math.max(maxConcurrent.get(domain) ?? 0, now))
  }
  const end = (address: string) =>
    concurrent.set(domainOf(address), (concurrent.get(domainOf(address)) ?? 0) - 1)

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      begin(address)
      const answer = async () => {
        const responseCode = await onRecipient?.(address)
        if (responseCode === undefined) return done()
        end(address)
        done(Object.assign(new Error(`5.1.1 <${address}>: Recipient address rejected`), { responseCode }))
      }
      void answer()
    },
    onData: (stream, session, done) => {
      const address = session.envelope.rcptTo[0]?.address ?? ''
      const receive = async () => {
        const parts: Buffer[] = []
        for await (const part of stream) parts.push(part as Buffer)
        const { text } = await PostalMime.parse(Buffer.concat(parts))
        received.push({ to: address, text: text ?? '' })
        const answer = await onReceived?.(address)
        end(address)
        if (answer !== 'drop') return done()
        for (const connection of server.connections as Set<{ id: string; close: () => void }>)
          if (connection.id === session.id) connection.close()
      }
      void receive()
    },
  })
  // Clients may close the connection at any time.
  server.on('error', () => {})
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', () => done()))
  const address = server.server.address()
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`,
    received,
    /** Number of attempts by address. */
    attempts,
    /** Maximum concurrent attempts by domain. */
    maxConcurrent,
    close: () => new Promise<void>((done) => server.close(() => done())),
  }
}

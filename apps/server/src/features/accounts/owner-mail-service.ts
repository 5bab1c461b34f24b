import type { Trx } from '#server/db/database.ts'
import { domainOf } from '#server/lib/mail/mailer.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { type AccountMail, accountMails, type OwnerMail } from './send-mail.ts'

export type MailKind = AccountMail['kind']

/** Queues a mail to the owner of an account. @param owner.email the address that it goes to */
export const mailOwner = (
  { jobs }: Pick<AppContext, 'jobs'>,
  trx: Trx,
  { id, email }: { id: number; email: string },
  mail: OwnerMail,
): Promise<void> => jobs.enqueue(trx, accountMails, { ...mail, userId: id, domain: domainOf(email) })

/** Queues the mail with a link that sets a new password. */
export const mailReset = (
  { jobs }: Pick<AppContext, 'jobs'>,
  trx: Trx,
  { email }: { email: string },
): Promise<void> => jobs.enqueue(trx, accountMails, { kind: 'reset', email, query: '' })

import type { Trx } from '#server/db/database.ts'
import { domainOf } from '#server/lib/mail/mailer.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import type { SecondFactorEvent } from './mails.ts'
import { accountMails } from './send-mail.ts'

/** Queues the mail that reports a change of the second factors to the owner. */
export const mailOwner = (
  { jobs }: Pick<AppContext, 'jobs'>,
  trx: Trx,
  { id, email }: { id: number; email: string },
  kind: SecondFactorEvent,
): Promise<void> => jobs.enqueue(trx, accountMails, { kind, userId: id, domain: domainOf(email) })

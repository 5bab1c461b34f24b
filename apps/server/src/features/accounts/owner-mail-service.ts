import type { NoticePage } from '@portal/contract/public-pages.ts'
import type { Trx } from '#server/db/database.ts'
import { domainOf } from '#server/lib/mail/mailer.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import type { ClaimFacts } from './claim-mails.ts'
import type { AccessChange } from './mail-texts/lock-texts.ts'
import type { RequestNews } from './mail-texts/request-texts.ts'
import type { SecondFactorEvent } from './mails.ts'
import type { PointsNews } from './points-mail.ts'
import { type AccountMail, accountMails } from './send-mail.ts'

export type MailKind = AccountMail['kind']

/** Queues the mail that reports a change of the second factors to the owner. */
export const mailOwner = (
  { jobs }: Pick<AppContext, 'jobs'>,
  trx: Trx,
  { id, email }: { id: number; email: string },
  kind: SecondFactorEvent,
): Promise<void> => jobs.enqueue(trx, accountMails, { kind, userId: id, domain: domainOf(email) })

/** Queues a test mail to an account of staff. */
export const mailTest = (
  { jobs }: Pick<AppContext, 'jobs'>,
  trx: Trx,
  { id, email }: { id: number; email: string },
): Promise<void> => jobs.enqueue(trx, accountMails, { kind: 'test', userId: id, domain: domainOf(email) })

/** Queues the mail with a link that sets a new password. */
export const mailReset = (
  { jobs }: Pick<AppContext, 'jobs'>,
  trx: Trx,
  { email }: { email: string },
): Promise<void> => jobs.enqueue(trx, accountMails, { kind: 'reset', email, query: '' })

/** Queues the mail about a lock of the account by staff, its end, or the end of its sessions. */
export const mailAccess = (
  { jobs }: Pick<AppContext, 'jobs'>,
  trx: Trx,
  { id, email }: { id: number; email: string },
  about: AccessChange,
): Promise<void> =>
  jobs.enqueue(trx, accountMails, { kind: 'access', userId: id, domain: domainOf(email), about })

/** Queues the mail about a citizen's claim of a delivery. */
export const mailClaim = (
  { jobs }: Pick<AppContext, 'jobs'>,
  trx: Trx,
  { id, email }: { id: number; email: string },
  claim: ClaimFacts,
): Promise<void> =>
  jobs.enqueue(trx, accountMails, { kind: 'claim', userId: id, domain: domainOf(email), claim })

/** Queues the mail about a request of the owner about the own data, or about the restriction of the account. */
export const mailAboutRequest = (
  { jobs }: Pick<AppContext, 'jobs'>,
  trx: Trx,
  { id, email }: { id: number; email: string },
  about: RequestNews,
): Promise<void> =>
  jobs.enqueue(trx, accountMails, { kind: 'data-request', userId: id, domain: domainOf(email), about })

/** Queues the mail about a changed privacy notice, or changed terms. */
export const mailAboutNotice = (
  { jobs }: Pick<AppContext, 'jobs'>,
  trx: Trx,
  { id, email }: { id: number; email: string },
  page: NoticePage,
): Promise<void> =>
  jobs.enqueue(trx, accountMails, { kind: 'notice', userId: id, domain: domainOf(email), page })

/** Queues the mail about new points records. */
export const mailAboutPoints = (
  { jobs }: Pick<AppContext, 'jobs'>,
  trx: Trx,
  { id, email }: { id: number; email: string },
  news: PointsNews,
): Promise<void> =>
  jobs.enqueue(trx, accountMails, { kind: 'points', userId: id, domain: domainOf(email), ...news })

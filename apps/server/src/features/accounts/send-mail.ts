import type { NoticePage } from '@portal/contract/public-pages.ts'
import type { Language } from '@portal/contract/words/language.ts'
import type { Brand } from '@portal/contract/site.ts'
import { days, hours, later, minutes } from '#server/lib/time/clock.ts'
import type { JobQueue } from '#server/lib/jobs/jobs.ts'
import type { Database } from '#server/db/schema.ts'
import { recordMailTest } from '#server/lib/mail/mail-tests.ts'
import { domainOf, MailError, type Mailer, maxConnections } from '#server/lib/mail/mailer.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { hashToken, newToken } from '#server/lib/security/tokens.ts'
import { type ClaimFacts, claimMail } from './claim-mails.ts'
import { findChange, findConfirmable, findRestorable, isTaken } from './addresses/queries.ts'
import {
  activationDays,
  disownDays,
  emailChangeHours,
  erasureHours,
  resetHours,
  staffLinkDays,
} from './mail-texts/link-lifetimes.ts'
import type { AccessChange } from './mail-texts/lock-texts.ts'
import type { RequestNews } from './mail-texts/request-texts.ts'
import {
  accessMail,
  activationMail,
  emailChangeMail,
  emailChangedMail,
  emailNewsMail,
  erasureRequestedMail,
  erasureScheduledMail,
  isSecondFactorEvent,
  type NewSignIn,
  newSignInMail,
  noticeMail,
  passwordChangedMail,
  requestMail,
  resetMail,
  retentionWarningMail,
  type SecondFactorEvent,
  secondFactorMail,
  type Sender,
} from './mails.ts'
import { pointsMail, type PointsNews } from './points-mail.ts'
import { type StaffChange, staffChangeMail, staffLinkMail, staffRoleMail, testMail } from './staff-mails.ts'
import {
  acceptWarning,
  deleteToken,
  findAccount,
  findAccountByEmail,
  findCredentials,
  findPointsMailsToken,
  insertToken,
  isWarned,
} from './queries.ts'
import { lockPresent } from '#server/lib/rights/rights.ts'
import { encodeUid } from '#server/lib/security/uid.ts'

/**
 * Job that sends a mail to the owner of an account. Contains no token, because the queue is readable in the database.
 * Mails that visitors can request contain the address instead of the account, so that a request takes the same time
 * for known and unknown addresses.
 */
export type AccountMail =
  | { kind: 'activation'; userId: number; domain: string; query: string }
  | { kind: 'activation-again'; email: string; query: string }
  | { kind: 'reset'; email: string; query: string }
  | {
      kind:
        | 'password-changed'
        | 'erasure-requested'
        | 'erasure-scheduled'
        | SecondFactorEvent
        | 'staff-link'
        | 'staff-role'
        | 'test'
      userId: number
      domain: string
    }
  | {
      kind: 'staff-change'
      userId: number
      domain: string
      staffId: number
      change: StaffChange
      byId?: number
    }
  | ({ kind: 'new-sign-in'; userId: number; domain: string } & NewSignIn)
  /** To the new address of a change, to the old one, and to the new one that lost it. */
  | {
      kind: 'email-change' | 'email-changed' | 'email-restored'
      userId: number
      domain: string
      change: number
    }
  | { kind: 'claim'; userId: number; domain: string; claim: ClaimFacts }
  | ({ kind: 'points'; userId: number; domain: string } & PointsNews)
  | { kind: 'access'; userId: number; domain: string; about: AccessChange }
  | { kind: 'data-request'; userId: number; domain: string; about: RequestNews }
  | { kind: 'notice'; userId: number; domain: string; page: NoticePage }
  | { kind: 'retention-warning'; userId: number; domain: string; until: string }

/**
 * The limits prevent slow or unreachable receiving domains from using all connections: at 4 per domain, four such
 * domains leave 4 connections for the others.
 */
export const accountMails: JobQueue<AccountMail> = {
  name: 'account-mails',
  concurrency: maxConnections,
  retryConcurrency: 5,
  groupConcurrency: 4,
  groupOf: (mail) => ('email' in mail ? domainOf(mail.email) : mail.domain),
}

/**
 * Queues a mail that a visitor requests for an address. Not if its account is erased meanwhile: the erasure has deleted the
 * mails to the address that waited. Takes the same time for known and unknown addresses.
 */
export async function queueToAddress(
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  mail: AccountMail & { email: string },
): Promise<void> {
  const account = await findCredentials(db, mail.email)
  await db.transaction().execute(async (trx) => {
    const isPresent = await lockPresent(trx, account?.id ?? 0)
    if (isPresent || !account) await jobs.enqueue(trx, accountMails, mail)
  })
}

/** What mails say about the portal, in the recipient's language. Staff accounts are Greek. */
export const senderTo = (
  { isStaff, language }: { isStaff: boolean; language: Language | null },
  brand: Brand,
): Sender => ({ ...brand, language: (!isStaff && language) || 'el' })

type Context = Pick<AppContext, 'db' | 'clock' | 'config'> & { mailer: Mailer }

/**
 * Builds and sends the mail of a job. Does nothing if the account is gone, erased or in the wrong state.
 * @throws MailError; the queue retries unless the error is permanent
 */
export async function sendAccountMail(context: Context, job: AccountMail): Promise<void> {
  const { db, config, mailer } = context
  const { publicUrl } = config
  const account = 'email' in job ? await findAccountByEmail(db, job.email) : await findAccount(db, job.userId)
  if (!account || account.erasedAt) return
  const { email, firstName } = account
  const sender = senderTo(account, config.brand)
  if (job.kind === 'activation' || job.kind === 'activation-again') {
    if (account.isActive || account.activatedAt) return
    const uid = encodeUid(account.id)
    const disowning = { purpose: 'disown', lifetime: days(disownDays), sentTo: email } as const
    const activation = { purpose: 'activation', lifetime: days(activationDays), sentTo: email } as const
    await withToken(context, account.id, disowning, (disownToken) =>
      withToken(context, account.id, { ...activation, query: job.query }, (token) => {
        const url = linkTo(publicUrl, `/account/activate/${uid}/${token}`, job.query)
        const disownUrl = `${publicUrl}/account/disown/${uid}/${disownToken}`
        return mailer.send(activationMail(email, sender, { url, disownUrl, days: activationDays }))
      }),
    )
  } else if (account.isActive && job.kind === 'reset') {
    const reset = {
      purpose: 'password',
      lifetime: hours(resetHours),
      sentTo: email,
      query: job.query,
    } as const
    await withToken(context, account.id, reset, (token) => {
      const url = linkTo(publicUrl, `/password/reset/confirm/${encodeUid(account.id)}/${token}`, job.query)
      return mailer.send(resetMail(email, firstName, sender, url, resetHours))
    })
  } else if (job.kind === 'password-changed') {
    await mailer.send(passwordChangedMail(email, firstName, sender, `${publicUrl}/password/reset`))
  } else if (account.isActive && account.isStaff && job.kind === 'staff-link') {
    const first = { purpose: 'password', lifetime: days(staffLinkDays), sentTo: email } as const
    await withToken(context, account.id, first, (token) => {
      const url = `${publicUrl}/password/reset/confirm/${encodeUid(account.id)}/${token}`
      return mailer.send(staffLinkMail(account, sender, url, staffLinkDays))
    })
  } else if (account.isActive && job.kind === 'staff-role') {
    await mailer.send(staffRoleMail(account, sender, `${publicUrl}/admin`))
  } else if (account.isActive && account.isStaff && job.kind === 'test') {
    await recordMailTest(context, () => mailer.send(testMail(account, sender)))
  } else if (account.isActive && job.kind === 'staff-change') {
    const about = await findAccount(db, job.staffId)
    const by = job.byId === undefined ? undefined : await findAccount(db, job.byId)
    const url = `${publicUrl}/admin/${account.role === 'operator' ? 'staff' : 'checks'}`
    if (about) await mailer.send(staffChangeMail(account, sender, { about, by, change: job.change, url }))
  } else if (job.kind === 'new-sign-in') {
    await mailer.send(newSignInMail(email, firstName, sender, `${publicUrl}/password/reset`, job))
  } else if (account.isActive && job.kind === 'access') {
    await mailer.send(accessMail(email, firstName, sender, job.about))
  } else if (account.isActive && job.kind === 'data-request') {
    await mailer.send(requestMail(email, firstName, sender, `${publicUrl}/settings/data`, job.about))
  } else if (job.kind === 'claim') {
    await mailer.send(claimMail(email, firstName, sender, `${publicUrl}/claims`, job.claim))
  } else if (job.kind === 'email-change' || job.kind === 'email-changed' || job.kind === 'email-restored') {
    await sendEmailChangeMail(context, job, account)
  } else if (isSecondFactorEvent(job.kind)) {
    await mailer.send(secondFactorMail(email, firstName, sender, `${publicUrl}/password/reset`, job.kind))
  } else if (account.isActive && job.kind === 'erasure-requested') {
    const asked = { purpose: 'erasure', lifetime: hours(erasureHours), sentTo: email } as const
    await withToken(context, account.id, asked, (token) => {
      const url = `${publicUrl}/account/erasure/confirm/${encodeUid(account.id)}/${token}`
      return mailer.send(erasureRequestedMail(email, firstName, sender, url, erasureHours))
    })
  } else if (account.isActive && job.kind === 'points') {
    // The person may have turned the mails off or restricted the processing since.
    const token = await findPointsMailsToken(db, account.id)
    if (token === undefined) return
    const links = {
      url: publicUrl,
      offUrl: `${publicUrl}/account/points-mails/${token}`,
      offCall: `${publicUrl}/api/points/mails/${token}/stop/`,
    }
    await mailer.send(pointsMail(email, firstName, sender, job, links))
  } else if (account.isActive && job.kind === 'notice') {
    const { page } = job
    await mailer.send(noticeMail(email, firstName, sender, { page, url: `${publicUrl}/pages/${page}` }))
  } else if (account.isActive && job.kind === 'retention-warning') {
    // The person may have signed in since.
    if (!(await isWarned(db, account.id))) return
    const { until } = job
    await mailer.send(retentionWarningMail(email, firstName, sender, { url: `${publicUrl}/login`, until }))
    await acceptWarning(db, account.id, context.clock.now())
  } else if (account.erasureDueAt && job.kind === 'erasure-scheduled') {
    const { erasureDueAt: dueAt } = account
    const left = Math.max(minutes(1), dueAt.getTime() - context.clock.now().getTime())
    const cancel = { purpose: 'erasure_cancel', lifetime: left, sentTo: email } as const
    await withToken(context, account.id, cancel, (token) => {
      const url = `${publicUrl}/account/erasure/cancel/${encodeUid(account.id)}/${token}`
      return mailer.send(erasureScheduledMail(email, firstName, sender, { url, dueAt }))
    })
  }
}

/** Sends the mails about another address of the account, each to the address that it concerns. */
async function sendEmailChangeMail(
  context: Context,
  job: AccountMail & { kind: 'email-change' | 'email-changed' | 'email-restored'; change: number },
  account: NonNullable<Awaited<ReturnType<typeof findAccount>>>,
): Promise<void> {
  const { db, clock, config, mailer } = context
  const now = clock.now()
  const sender = senderTo(account, config.brand)
  const linkOf = (page: 'confirm' | 'restore', token: string) =>
    `${config.publicUrl}/account/email/${page}/${encodeUid(account.id)}/${token}`
  const { change: emailChangeId } = job
  const lifetimeOf = (end: Date | null) => (end ? end.getTime() - now.getTime() : 0)
  if (job.kind === 'email-restored') {
    const change = await findChange(db, emailChangeId)
    if (change) await mailer.send(emailNewsMail(change.newEmail, sender, 'restored', config.publicUrl))
  } else if (job.kind === 'email-changed') {
    const change = await findRestorable(db, emailChangeId, now)
    if (!change) return
    const token = { purpose: 'email_restore', lifetime: lifetimeOf(change.undoUntil), emailChangeId } as const
    await withToken(context, account.id, token, (token) => {
      const { oldEmail, undoUntil } = change
      const about = { url: linkOf('restore', token), until: undoUntil ?? now }
      return mailer.send(emailChangedMail(oldEmail, account.firstName, sender, about))
    })
  } else {
    const change = await findConfirmable(db, emailChangeId, now)
    if (!change) return
    const { newEmail, expiresAt, approvalId } = change
    if (await isTaken(db, newEmail, now)) {
      const owner = await findAccountByEmail(db, newEmail)
      const url = `${config.publicUrl}/login`
      return mailer.send(emailNewsMail(newEmail, senderTo(owner ?? account, config.brand), 'taken', url))
    }
    const hours = emailChangeHours[approvalId === null ? 'own' : 'byStaff']
    const token = { purpose: 'email_change', lifetime: lifetimeOf(expiresAt), emailChangeId } as const
    await withToken(context, account.id, token, (token) =>
      mailer.send(emailChangeMail(newEmail, sender, linkOf('confirm', token), hours)),
    )
  }
}

/** Length from which mail programs may break a link. */
const longLink = 200

/** Parameter of a link whose query string is stored with its token. */
export const storedQuery = 'continue'

/** Returns a link with the query string if it is short, otherwise with the mark of a stored one. */
function linkTo(publicUrl: string, path: string, query: string): string {
  if (!query) return publicUrl + path
  const whole = `${publicUrl}${path}?${query}`
  return whole.length < longLink ? whole : `${publicUrl}${path}?${storedQuery}`
}

/**
 * Creates the token immediately before sending, so that only the mail contains it. Deletes the token if the mail was
 * definitely not accepted. Keeps it if the outcome is unknown, because the mail may have arrived.
 */
async function withToken(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  userId: number,
  {
    purpose,
    lifetime,
    emailChangeId,
    sentTo,
    query,
  }: {
    purpose: Database['accountTokens']['purpose']
    lifetime: number
    emailChangeId?: number
    sentTo?: string
    query?: string
  },
  send: (token: string) => Promise<void>,
): Promise<void> {
  const token = newToken()
  const createdAt = clock.now()
  const isPresent = await insertToken(
    db,
    {
      tokenHash: hashToken(token),
      userId,
      purpose,
      createdAt,
      expiresAt: later(createdAt, lifetime),
      query: query || null,
      ...(emailChangeId !== undefined && { emailChangeId }),
    },
    sentTo,
  )
  // Erased since the job was read, or the address was changed.
  if (!isPresent) return
  try {
    await send(token)
  } catch (error) {
    const mayHaveArrived = error instanceof MailError && error.isOutcomeUnknown
    if (!mayHaveArrived) await deleteToken(db, hashToken(token))
    throw error
  }
}

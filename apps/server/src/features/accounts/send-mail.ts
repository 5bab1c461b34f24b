import type { NoticePage } from '@portal/contract/public-pages.ts'
import type { Language } from '@portal/contract/words/language.ts'
import type { Brand } from '@portal/contract/site.ts'
import { days, hours, later, minutes } from '#server/lib/time/clock.ts'
import type { JobQueue } from '#server/lib/jobs/jobs.ts'
import { recordMailTest } from '#server/lib/mail/mail-tests.ts'
import { domainOf, MailError, type Mailer, maxConnections } from '#server/lib/mail/mailer.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { hashToken, newToken } from '#server/lib/security/tokens.ts'
import { type ClaimFacts, claimText } from './claim-mails.ts'
import { findChange, findConfirmable, findRestorable, isTaken } from './addresses/queries.ts'
import { emailTexts } from './mail-texts/email-texts.ts'
import {
  activationDays,
  disownDays,
  emailChangeHours,
  erasureHours,
  resetHours,
  staffLinkDays,
} from './mail-texts/link-lifetimes.ts'
import { type AccessChange, accessTexts } from './mail-texts/lock-texts.ts'
import { type MailText, mailTexts, newPassword, type NewSignIn } from './mail-texts/mail-texts.ts'
import { type RequestNews, requestTexts } from './mail-texts/request-texts.ts'
import { secondFactorTexts } from './mail-texts/second-factor-texts.ts'
import { mailOf, type Sender } from './mails.ts'
import { type PointsNews, pointsText } from './points-mail.ts'
import { type StaffChange, staffChangeText, staffLinkText, staffRoleText, testText } from './staff-mails.ts'
import {
  acceptWarning,
  deleteToken,
  findAccount,
  findAccountByEmail,
  findCredentials,
  findPointsMailsToken,
  insertToken,
  isWarned,
  type Purpose,
} from './queries.ts'
import { lockPresent } from '#server/lib/rights/rights.ts'
import { encodeUid } from '#server/lib/security/uid.ts'

export type SecondFactorEvent = keyof typeof secondFactorTexts
const isSecondFactorEvent = (kind: string): kind is SecondFactorEvent => kind in secondFactorTexts

/** What a mail to the owner of an account is about. */
export type OwnerMail =
  | {
      kind:
        | 'password-changed'
        | 'erasure-requested'
        | 'erasure-scheduled'
        | SecondFactorEvent
        | 'staff-link'
        | 'staff-role'
        | 'test'
    }
  | { kind: 'activation'; query: string }
  | { kind: 'staff-change'; staffId: number; change: StaffChange; byId?: number }
  | ({ kind: 'new-sign-in' } & NewSignIn)
  /** To the new address of a change, to the old one, and to the new one that lost it. */
  | { kind: 'email-change' | 'email-changed' | 'email-restored'; change: number }
  | { kind: 'claim'; claim: ClaimFacts }
  | ({ kind: 'points' } & PointsNews)
  | { kind: 'access'; about: AccessChange }
  | { kind: 'data-request'; about: RequestNews }
  | { kind: 'notice'; page: NoticePage }
  /** `until`: the last day to sign in, YYYY-MM-DD. */
  | { kind: 'retention-warning'; until: string }

/**
 * Job that sends a mail to the owner of an account. Contains no token, because the queue is readable in the database.
 * Mails that visitors can request contain the address instead of the account, so that a request takes the same time
 * for known and unknown addresses.
 */
export type AccountMail =
  | ({ userId: number; domain: string } & OwnerMail)
  | { kind: 'activation-again' | 'reset'; email: string; query: string }

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
  const { email, isActive } = account
  const sender = senderTo(account, config.brand)
  const { language, product } = sender
  const resetPage = { url: `${publicUrl}/password/reset` }
  const send = (text: MailText, links?: { url: string; otherUrl?: string }) =>
    mailer.send(mailOf(account, sender, text, links))
  /** Sends a mail with a one-time link to a page. */
  const sendLink = (purpose: Purpose, lifetime: number, page: string, text: MailText, query = '') =>
    withToken(context, account.id, { purpose, lifetime, sentTo: email, query }, (token) =>
      send(text, { url: linkTo(publicUrl, `${page}/${encodeUid(account.id)}/${token}`, query) }),
    )
  const passwordPage = '/password/reset/confirm'

  if (job.kind === 'activation' || job.kind === 'activation-again') {
    if (isActive || account.activatedAt) return
    const uid = encodeUid(account.id)
    const disowning = { purpose: 'disown', lifetime: days(disownDays), sentTo: email } as const
    const activation = { purpose: 'activation', lifetime: days(activationDays), sentTo: email } as const
    await withToken(context, account.id, disowning, (disownToken) =>
      withToken(context, account.id, { ...activation, query: job.query }, (token) => {
        const url = linkTo(publicUrl, `/account/activate/${uid}/${token}`, job.query)
        const otherUrl = `${publicUrl}/account/disown/${uid}/${disownToken}`
        // Without the name: strangers could send any text in it.
        const text = mailTexts.activation[language](product, activationDays)
        return mailer.send(mailOf({ email }, sender, text, { url, otherUrl }))
      }),
    )
  } else if (isActive && job.kind === 'reset') {
    const text = mailTexts.reset[language](product, resetHours)
    await sendLink('password', hours(resetHours), passwordPage, text, job.query)
  } else if (job.kind === 'password-changed') {
    await send(mailTexts.passwordChanged[language](product), resetPage)
  } else if (isActive && account.isStaff && job.kind === 'staff-link') {
    const text = staffLinkText(account, product, staffLinkDays)
    await sendLink('password', days(staffLinkDays), passwordPage, text)
  } else if (isActive && job.kind === 'staff-role') {
    await send(staffRoleText(account, product), { url: `${publicUrl}/admin` })
  } else if (isActive && account.isStaff && job.kind === 'test') {
    await recordMailTest(context, () => send(testText))
  } else if (isActive && job.kind === 'staff-change') {
    const about = await findAccount(db, job.staffId)
    const by = job.byId === undefined ? undefined : await findAccount(db, job.byId)
    const url = `${publicUrl}/admin/${account.role === 'operator' ? 'staff' : 'checks'}`
    if (about) await send(staffChangeText(account, { about, by, change: job.change }), { url })
  } else if (job.kind === 'new-sign-in') {
    await send(mailTexts.newSignIn[language](product, job), resetPage)
  } else if (isActive && job.kind === 'access') {
    await send(accessTexts[language](product, job.about))
  } else if (isActive && job.kind === 'data-request') {
    await send(requestTexts[language](product, job.about), { url: `${publicUrl}/settings/data` })
  } else if (job.kind === 'claim') {
    await send(claimText(language, job.claim), { url: `${publicUrl}/claims` })
  } else if (job.kind === 'email-change' || job.kind === 'email-changed' || job.kind === 'email-restored') {
    await sendEmailChangeMail(context, job, account)
  } else if (isSecondFactorEvent(job.kind)) {
    const [subject, ...lines] = secondFactorTexts[job.kind][language]
    await send({ subject, lines, link: newPassword[language] }, resetPage)
  } else if (isActive && job.kind === 'erasure-requested') {
    const text = mailTexts.erasureRequested[language](product, erasureHours)
    await sendLink('erasure', hours(erasureHours), '/account/erasure/confirm', text)
  } else if (isActive && job.kind === 'points') {
    // The person may have turned the mails off or restricted the processing since.
    const token = await findPointsMailsToken(db, account.id)
    if (token === undefined) return
    const otherUrl = `${publicUrl}/account/points-mails/${token}`
    const stop = `<${publicUrl}/api/points/mails/${token}/stop/>`
    await mailer.send({
      ...mailOf(account, sender, pointsText(language, job), { url: publicUrl, otherUrl }),
      // Turns the mails off by POST (RFC 8058).
      headers: { 'List-Unsubscribe': stop, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    })
  } else if (isActive && job.kind === 'notice') {
    await send(mailTexts.notice[language](product, job.page), { url: `${publicUrl}/pages/${job.page}` })
  } else if (isActive && job.kind === 'retention-warning') {
    // The person may have signed in since.
    if (!(await isWarned(db, account.id))) return
    await send(mailTexts.retentionWarning[language](product, job.until), { url: `${publicUrl}/login` })
    await acceptWarning(db, account.id, context.clock.now())
  } else if (account.erasureDueAt && job.kind === 'erasure-scheduled') {
    const { erasureDueAt: dueAt } = account
    const left = Math.max(minutes(1), dueAt.getTime() - context.clock.now().getTime())
    const text = mailTexts.erasureScheduled[language](product, dueAt)
    await sendLink('erasure_cancel', left, '/account/erasure/cancel', text)
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
    const text = emailTexts.restored[sender.language](sender.product)
    if (change) await mailer.send(mailOf({ email: change.newEmail }, sender, text))
  } else if (job.kind === 'email-changed') {
    const change = await findRestorable(db, emailChangeId, now)
    if (!change) return
    const token = { purpose: 'email_restore', lifetime: lifetimeOf(change.undoUntil), emailChangeId } as const
    await withToken(context, account.id, token, (token) => {
      const to = { email: change.oldEmail, firstName: account.firstName }
      const text = emailTexts.changed[sender.language](sender.product, change.undoUntil ?? now)
      return mailer.send(mailOf(to, sender, text, { url: linkOf('restore', token) }))
    })
  } else {
    const change = await findConfirmable(db, emailChangeId, now)
    if (!change) return
    const { newEmail, expiresAt, approvalId } = change
    if (await isTaken(db, newEmail, now)) {
      const owner = await findAccountByEmail(db, newEmail)
      const sender = senderTo(owner ?? account, config.brand)
      const text = emailTexts.taken[sender.language](sender.product)
      return mailer.send(mailOf({ email: newEmail }, sender, text, { url: `${config.publicUrl}/login` }))
    }
    const hours = emailChangeHours[approvalId === null ? 'own' : 'byStaff']
    const token = { purpose: 'email_change', lifetime: lifetimeOf(expiresAt), emailChangeId } as const
    const text = emailTexts.confirm[sender.language](sender.product, hours)
    await withToken(context, account.id, token, (token) =>
      mailer.send(mailOf({ email: newEmail }, sender, text, { url: linkOf('confirm', token) })),
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
    purpose: Purpose
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

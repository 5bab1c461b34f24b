import { createHash } from 'node:crypto'
import { contentPages, type NoticePage, noticePages, staffNotice } from '@portal/contract/public-pages.ts'
import type { Language } from '@portal/contract/words/language.ts'
import { mailOwner } from '#server/features/accounts/owner-mail-service.ts'
import { type AuditActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import type { JobQueue } from '#server/lib/jobs/jobs.ts'
import { changeAs, lockPresent } from '#server/lib/rights/rights.ts'
import * as queries from './queries.ts'

type Context = Pick<AppContext, 'db' | 'clock'>

export const isVersioned = (name: string): name is NoticePage => noticePages.some((page) => page === name)

/** Pages whose changes concern an account. */
const pagesFor = ({ isStaff }: Pick<Actor, 'isStaff'>): readonly NoticePage[] =>
  noticePages.filter((page) => (page === staffNotice.name) === isStaff)

/** Stores a text that is served, if it differs from the newest version. */
export async function storeVersion(
  { db, clock }: Context,
  { page, language, text }: { page: string; language: Language; text: string },
): Promise<void> {
  if (!isVersioned(page)) return
  const hash = createHash('sha256').update(text).digest('hex')
  await queries.insertVersion(db, { page, language, hash, text, now: clock.now() })
}

export const { hasChanges, listVersions, findVersion, listNewsOf } = queries

/** Deletes of which changes an account was informed. */
export const deleteNewsOf = queries.deleteNewsOf

/** Lists the changes of the texts whose notice the signed-in account has not closed, oldest first. */
export const listNews = ({ db }: Pick<Context, 'db'>, actor: Actor) =>
  queries.listNews(db, actor.id, pagesFor(actor))

/** Closes the notice of a change. Unknown versions change nothing. */
export const dismissNews = (
  { db, clock }: Context,
  actor: Actor,
  news: { page: NoticePage; number: number },
) => changeAs(db, actor, (trx) => queries.dismiss(trx, actor.id, news, clock.now()))

/** Accounts read at once. */
const batch = 500

/** The newest version of a page, if it is a change, with the number of accounts that know nothing about it. */
export async function findAnnouncement(
  { db }: Pick<Context, 'db'>,
  page: NoticePage,
): Promise<(queries.Version & { accounts: number }) | undefined> {
  const newest = await queries.findNewest(db, page)
  if (!newest || newest.number === 1) return undefined
  const accounts = await queries.countUnaware(db, page, newest, page === staffNotice.name)
  return { ...newest, accounts }
}

/** Mails about changes that operators have ordered in the console. */
export const announcements: JobQueue<{ page: NoticePage }> = {
  name: 'announcements',
  concurrency: 1,
  retryConcurrency: 1,
  groupConcurrency: 1,
  groupOf: ({ page }) => page,
}

/**
 * Lets a background job run `announceNotice`: a call would not wait for the mails of thousands.
 * @param number of the version that the operator saw
 * @throws ApiError notice_unchanged, changed_meanwhile
 */
export async function orderAnnouncement(
  { db, clock, jobs }: Pick<AppContext, 'db' | 'clock' | 'jobs'>,
  author: AuditActor,
  page: NoticePage,
  number: number,
): Promise<{ number: number; accounts: number }> {
  return changeAs(db, author, async (trx) => {
    const found = await findAnnouncement({ db: trx }, page)
    if (!found) throw new ApiError('notice_unchanged')
    if (found.number !== number) throw new ApiError('changed_meanwhile')
    await jobs.enqueue(trx, announcements, { page })
    await writeAudit({ db: trx, clock }, author, {
      action: 'text.announce',
      details: { text_page: page, text_version: number, count: found.accounts },
    })
    return { number, accounts: found.accounts }
  })
}

/**
 * Queues a mail about the newest version of a page to everyone whom it concerns and who has neither had one nor closed the
 * notice. It can be repeated: each account gets one mail for each version.
 * @returns the version, and the number of accounts: mailed, or to mail if `dryRun`
 * @throws Error if the page was not changed
 */
export async function announceNotice(
  context: Pick<AppContext, 'db' | 'clock' | 'jobs'>,
  page: NoticePage,
  { dryRun }: { dryRun: boolean },
): Promise<{ number: number; servedAt: Date; accounts: number }> {
  const { db, clock } = context
  const newest = await queries.findNewest(db, page)
  const path = contentPages.find(({ name }) => name === page)?.path
  if (!newest) throw new Error(`No version of ${path} was published. Fill it in and open it once.`)
  if (newest.number === 1) throw new Error(`${path} was not changed since its first version.`)
  const isStaff = page === staffNotice.name
  if (dryRun) return { ...newest, accounts: await queries.countUnaware(db, page, newest, isStaff) }
  let accounts = 0
  let after = 0
  for (;;) {
    const people = await queries.listUnaware(db, page, newest, { isStaff, after, limit: batch })
    for (const person of people) {
      const isQueued = await db.transaction().execute(async (trx) => {
        if (!(await lockPresent(trx, person.id))) return false
        if (!(await queries.markMailed(trx, person.id, page, newest.number, clock.now()))) return false
        await mailOwner(context, trx, person, { kind: 'notice', page })
        return true
      })
      if (isQueued) accounts += 1
    }
    const last = people.at(-1)
    if (!last || people.length < batch) return { ...newest, accounts }
    after = last.id
  }
}

import { createHash } from 'node:crypto'
import { contentPages, type NoticePage, noticePages, staffNotice } from '@portal/contract/public-pages.ts'
import type { Language } from '@portal/contract/words/language.ts'
import { mailAboutNotice } from '#server/features/accounts/owner-mail-service.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
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
        await mailAboutNotice(context, trx, person, page)
        return true
      })
      if (isQueued) accounts += 1
    }
    const last = people.at(-1)
    if (!last || people.length < batch) return { ...newest, accounts }
    after = last.id
  }
}

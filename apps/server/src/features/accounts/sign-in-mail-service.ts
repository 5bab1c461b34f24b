import type { AnnounceSignIn } from '#server/features/sessions/service.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { hasTry } from '#server/lib/rate-limit/rate-limit.ts'
import { mailOwner } from './owner-mail-service.ts'

/**
 * Queues the mail 'Νέα σύνδεση' as part of the sign-in's transaction. Right passwords are not limited, so the mails are:
 * the owner has several by then.
 */
export const announceSignIn =
  (context: Pick<AppContext, 'clock' | 'config' | 'jobs'>): AnnounceSignIn =>
  async (trx, { userId, email, at, browser, system, network }) => {
    if (!(await hasTry({ ...context, db: trx }, 'signInMailByAccount', String(userId)))) return
    const signIn = { at: at.toISOString(), browser, system, network }
    await mailOwner(context, trx, { id: userId, email }, { kind: 'new-sign-in', ...signIn })
  }

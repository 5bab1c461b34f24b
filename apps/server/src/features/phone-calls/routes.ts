import {
  addCallNote,
  type CallNote,
  deleteCallNote,
  type Overview,
  showOverview,
} from '@portal/contract/phone-calls.ts'
import { originOf } from '#server/features/points/origin-service.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { stickerOf } from '#server/ledger/stickers/sticker-reply.ts'
import { auditRead } from '#server/lib/audit/reads.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import * as calls from './service.ts'

export const callRoutes: Routes = (scope, context) => {
  handle(scope, showOverview, async ({ actor, params }) => {
    const subjectId = params.id
    await auditRead(context, actor, { subjectId, action: 'participant.view' })
    await auditRead(context, actor, { subjectId, action: 'points.list', details: { from: null, to: null } })
    await auditRead(context, actor, { subjectId, action: 'stickers.read' })
    return overviewOf(await calls.showOverview(context, actor, params.id))
  })

  handle(scope, addCallNote, async ({ actor, params, body }) =>
    noteOf(await calls.addNote(context, actor, params.id, body.text)),
  )

  handle(scope, deleteCallNote, ({ actor, params }) => calls.deleteNote(context, actor, params.id))
}

const noteOf = ({ id, createdAt, author, text }: calls.Note): CallNote => ({
  id,
  at: athensTime(createdAt),
  author,
  text,
})

const overviewOf = ({
  account,
  records,
  stickers,
  waiting,
  coupons,
  openClaims,
  notes,
}: calls.Overview): Overview => ({
  account: {
    activated_at: account.activatedAt && athensTime(account.activatedAt),
    last_sign_in_on: account.lastSignInOn,
    locked: account.isLocked,
    lock: account.lock,
    restriction: account.restriction,
    erasure_due_at: account.erasureDueAt && athensTime(account.erasureDueAt),
    failed_mails: account.failedMails,
  },
  records: records.map(originOf),
  stickers: stickers.map(stickerOf),
  waiting: { ...waiting, oldest: waiting.oldest && athensTime(waiting.oldest) },
  coupons,
  open_claims: openClaims,
  notes: notes.map(noteOf),
})

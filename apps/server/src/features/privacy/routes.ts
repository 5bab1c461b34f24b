import { decideMention, listMentions, type Mention } from '@portal/contract/checks.ts'
import {
  eraseParticipant,
  exportParticipantData,
  exportParticipantDataPage,
} from '@portal/contract/participants.ts'
import {
  cancelErasure,
  cancelErasureByLink,
  confirmErasure,
  describeErasure,
  exportOwnData,
  exportOwnDataPage,
  requestErasure,
} from '@portal/contract/privacy.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { auditRead } from '#server/lib/audit/reads.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import * as exports from './export-service.ts'
import { describeError } from '#server/lib/errors/describe-error.ts'
import * as mentions from './mention-service.ts'
import * as paper from './paper-service.ts'
import * as requests from './request-service.ts'

/** Links of mails, which are opened without a session. */
export const privacyRoutes: Routes = (scope, context) => {
  handle(scope, confirmErasure, async ({ body, request }) => ({
    due_at: athensTime(await requests.confirmErasure(context, { ...body, ip: request.ip })),
  }))
  handle(scope, cancelErasureByLink, ({ body, request }) =>
    requests.cancelErasureByLink(context, { ...body, ip: request.ip }),
  )

  handle(scope, exportOwnData, ({ actor, body }) =>
    exports.exportOwnData(context, actor, { password: body.current_password, format: 'json' }),
  )
  handle(scope, exportOwnDataPage, ({ actor, body }) =>
    exports.exportOwnData(context, actor, { password: body.current_password, format: 'html' }),
  )
  handle(scope, describeErasure, async ({ actor }) => {
    const { dueAt, available, coolingOffDays } = await requests.describeErasure(context, actor)
    return { due_at: dueAt && athensTime(dueAt), available, cooling_off_days: coolingOffDays }
  })
  handle(scope, requestErasure, ({ actor, body }) =>
    requests.requestErasure(context, actor, body.current_password),
  )
  handle(scope, cancelErasure, ({ actor }) => requests.cancelErasure(context, actor))

  handle(scope, exportParticipantData, ({ actor, params }) =>
    paper.exportForPaper(context, actor, params.id, 'json'),
  )
  handle(scope, exportParticipantDataPage, ({ actor, params }) =>
    paper.exportForPaper(context, actor, params.id, 'html'),
  )
  handle(scope, eraseParticipant, ({ actor, params, body, request }) => {
    const report = (error: unknown) => request.log.error({ error: describeError(error) }, 'erasure')
    return paper.eraseForPaper(context, actor, params.id, { ...body, report })
  })

  handle(scope, listMentions, async ({ actor, query }) => {
    await auditRead(context, actor, { action: 'checks.read', details: { list: 'mentions' } })
    const { count, rows } = await mentions.listMentions(context, query)
    return { count, results: rows.map(mentionOf) }
  })
  handle(scope, decideMention, ({ actor, params, body }) =>
    mentions.decideMention(context, actor, params.id, body.decision),
  )
}

const mentionOf = ({ id, accountId, place, text, begins, ends, ...row }: mentions.MentionRow): Mention => ({
  id,
  place,
  text,
  begins,
  ends,
  account: accountId,
  participant:
    row.about === null
      ? null
      : { id: row.about, full_name: `${row.firstName ?? ''} ${row.lastName ?? ''}`.trim() },
  written_at: athensTime(row.writtenAt),
  found_at: athensTime(row.foundAt),
})

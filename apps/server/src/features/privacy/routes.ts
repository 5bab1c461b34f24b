import {
  cancelErasure,
  cancelErasureByLink,
  confirmErasure,
  describeErasure,
  exportOwnData,
  exportOwnDataPage,
  requestErasure,
} from '@portal/contract/privacy.ts'
import { handle, handleFor, type Routes } from '#server/http/mount-endpoint.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import * as exports from './export-service.ts'
import * as requests from './request-service.ts'

/** Links of mails, which are opened without a session. */
export const erasureLinkRoutes: Routes = (scope, context) => {
  handle(scope, confirmErasure, async ({ body, request }) => ({
    due_at: athensTime(await requests.confirmErasure(context, { ...body, ip: request.ip })),
  }))
  handle(scope, cancelErasureByLink, ({ body, request }) =>
    requests.cancelErasureByLink(context, { ...body, ip: request.ip }),
  )
}

export const privacyRoutes: Routes = (scope, context) => {
  handleFor(scope, exportOwnData, ({ actor, body }) =>
    exports.exportOwnData(context, actor, { password: body.current_password, format: 'json' }),
  )
  handleFor(scope, exportOwnDataPage, ({ actor, body }) =>
    exports.exportOwnData(context, actor, { password: body.current_password, format: 'html' }),
  )
  handleFor(scope, describeErasure, async ({ actor }) => {
    const { dueAt, available, coolingOffDays } = await requests.describeErasure(context, actor)
    return { due_at: dueAt && athensTime(dueAt), available, cooling_off_days: coolingOffDays }
  })
  handleFor(scope, requestErasure, ({ actor, body }) =>
    requests.requestErasure(context, actor, body.current_password),
  )
  handleFor(scope, cancelErasure, ({ actor }) => requests.cancelErasure(context, actor))
}

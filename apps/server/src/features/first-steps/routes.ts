import { showFirstSteps, testMail } from '@portal/contract/manage-first-steps.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { toWire } from '#server/lib/wire/wire.ts'
import * as first from './service.ts'

/** What a new portal needs, for operators. */
export const firstStepsRoutes: Routes = (scope, context) => {
  handle(scope, showFirstSteps, async () => {
    const { steps, mailTest } = await first.showProgress(context)
    return { steps, mail_test: mailTest ? toWire(mailTest) : null }
  })
  handle(scope, testMail, ({ actor }) =>
    first.testMail(context, actor, { id: actor.id, email: actor.profile.email }),
  )
}

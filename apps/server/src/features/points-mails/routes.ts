import { setPointsMails, showPointsMails, stopPointsMails } from '@portal/contract/points-mails.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import * as mails from './service.ts'

export const pointsMailsRoutes: Routes = (scope, context) => {
  handle(scope, showPointsMails, async ({ actor }) => ({
    mode: await mails.showPointsMails(context, actor),
  }))

  handle(scope, setPointsMails, async ({ actor, body }) => {
    await mails.setPointsMails(context, actor, body.mode)
    return body
  })

  // The encoding that RFC 8058 recommends. The token is in the address; the body says nothing more.
  scope.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'string', bodyLimit: 1_024 },
    (_, _body, done) => done(null, {}),
  )
  handle(scope, stopPointsMails, async ({ params }) => {
    await mails.stopPointsMails(context, params.token)
  })
}

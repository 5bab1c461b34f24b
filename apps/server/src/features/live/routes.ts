import { watchOwnPoints } from '@portal/contract/points.ts'
import { describeError } from '#server/lib/errors/describe-error.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { openStreams } from './service.ts'

export const liveRoutes: Routes = (scope, context) => {
  const streams = openStreams(context, (error) =>
    scope.log.warn({ error: describeError(error) }, 'live points'),
  )
  // Before the server waits for its connections: a stream lasts as long as a page is open.
  scope.addHook('preClose', () => streams.close())

  handle(scope, watchOwnPoints, ({ actor }) => streams.open(actor))
}

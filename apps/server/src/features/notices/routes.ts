import { dismissNotice, listNotices } from '@portal/contract/site.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { dismissNews, isVersioned, listNews } from './service.ts'

/** Notices of changed texts, for signed-in people. */
export const noticeRoutes: Routes = (scope, context) => {
  handle(scope, listNotices, async ({ actor }) =>
    (await listNews(context, actor)).flatMap(({ page, number, servedAt }) =>
      isVersioned(page) ? [{ page, number, served_at: servedAt.toISOString() }] : [],
    ),
  )

  handle(scope, dismissNotice, async ({ actor, body }) => {
    await dismissNews(context, actor, body)
  })
}

import { dismissNotice, listNotices } from '@portal/contract/site.ts'
import { handleFor, type Routes } from '#server/http/mount-endpoint.ts'
import { dismissNews, isVersioned, listNews } from './service.ts'

/** Notices of changed texts, for signed-in people. */
export const noticeRoutes: Routes = (scope, context) => {
  handleFor(scope, listNotices, async ({ actor }) =>
    (await listNews(context, actor)).flatMap(({ page, number, servedAt }) =>
      isVersioned(page) ? [{ page, number, served_at: servedAt.toISOString() }] : [],
    ),
  )

  handleFor(scope, dismissNotice, async ({ actor, body }) => {
    await dismissNews(context, actor, body)
  })
}

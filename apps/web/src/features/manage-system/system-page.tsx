import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '#web/lib/format.ts'
import { ManagePage } from '#web/shared/manage/manage-page.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { classes } from '#web/ui/layout/classes.ts'
import { examinationOptions } from './api.ts'
import { CheckGroups } from './check-groups.tsx'
import { Summary } from './summary.tsx'
import css from './system-page.module.css'
import { text } from './text.ts'

/** /admin/manage/system: what the server finds when it examines itself, and what to do. */
export function SystemPage() {
  const { data, isError, isFetching, isFetched, refetch } = useQuery(examinationOptions)
  const again = data && (
    <Button tone="ghost" busy={isFetching} onClick={() => void (isFetching || refetch())}>
      {text.again}
    </Button>
  )
  return (
    <ManagePage title={text.title} intro={text.intro} actions={again}>
      {isError && data && !isFetching && (
        <Notice tone="error" title={text.failedAgain}>
          <p>{text.shownBefore}</p>
        </Notice>
      )}
      {!data && isError && <ErrorState title={text.failed} retry={() => void refetch()} />}
      {!data && !isError && (
        <LoadingPart className={css.loading} isFirst={!isFetched}>
          <p className="muted">{text.working}</p>
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} width="100%" height="3rem" />
          ))}
        </LoadingPart>
      )}
      {data && (
        <div className={classes(css.results, isFetching && 'stale')}>
          <Summary
            checks={data.checks}
            examined={text.examined(formatDateTime(data.examined_at), data.version)}
          />
          <CheckGroups checks={data.checks} />
        </div>
      )}
    </ManagePage>
  )
}

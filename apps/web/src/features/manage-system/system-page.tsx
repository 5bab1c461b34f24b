import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '#web/lib/format.ts'
import { Loaded } from '#web/shared/manage/loaded.tsx'
import { ManagePage } from '#web/shared/manage/manage-page.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { classes } from '#web/ui/layout/classes.ts'
import { examinationOptions } from './api.ts'
import { CheckGroups } from './check-groups.tsx'
import { Summary } from './summary.tsx'
import { text } from './text.ts'

/** /admin/manage/system: what the server finds when it examines itself, and what to do. */
export function SystemPage() {
  const query = useQuery(examinationOptions)
  const { data, isError, isFetching, refetch } = query
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
      <Loaded query={query} failed={text.failed} loading={text.working} whole>
        {({ checks, examined_at, version }) => (
          <div className={classes('stack column gap-6', isFetching && 'stale')}>
            <Summary checks={checks} examined={text.examined(formatDateTime(examined_at), version)} />
            <CheckGroups checks={checks} />
          </div>
        )}
      </Loaded>
    </ManagePage>
  )
}

import type { ManagedPartner } from '@portal/contract/manage-partners.ts'
import { factsOf } from '@portal/contract/words/descriptions.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDateTime } from '#web/lib/format.ts'
import { Loaded } from '#web/shared/manage/loaded.tsx'
import { Panel } from '#web/shared/manage/panel.tsx'
import { named, Table } from '#web/shared/manage/table.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PointsAmount } from '#web/ui/lists/points-amount.tsx'
import { recordsOptions } from './api.ts'
import { text } from './text.ts'

/** The points records that a partner wrote, the last received first. */
export function RecordsTab({ partner }: { partner: ManagedPartner }) {
  const query = useInfiniteQuery(recordsOptions(partner.client_id))
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  return (
    <Panel title={text.records} intro={text.recordsIntro}>
      <Loaded query={query} failed={text.recordsFailed}>
        {({ pages }) =>
          pages.every(({ records }) => records.length === 0) ? (
            <EmptyState title={text.recordsNone} />
          ) : (
            <Table
              title={text.records}
              columns={named(text.happened, text.description, text.points, text.reference, text.account)}
              rows={pages
                .flatMap(({ records }) => records)
                .map((record) => ({
                  key: record.id,
                  cells: [
                    formatDateTime(record.created_at),
                    factsOf[record.description].name,
                    <PointsAmount key="points" points={record.points} />,
                    record.reference,
                    record.participant === null ? (
                      text.restricted
                    ) : (
                      <Link key="account" to={`/admin/users/${record.participant}`}>
                        {text.accountOf(record.participant)}
                      </Link>
                    ),
                  ],
                }))}
            />
          )
        }
      </Loaded>
      {hasNextPage && (
        <div className="actions">
          <Button tone="ghost" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {text.more}
          </Button>
        </div>
      )}
    </Panel>
  )
}

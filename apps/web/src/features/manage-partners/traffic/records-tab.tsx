import type { ManagedPartner } from '@portal/contract/manage-partners.ts'
import { factsOf } from '@portal/contract/words/descriptions.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDateTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PointsAmount } from '#web/ui/lists/points-amount.tsx'
import { recordsOptions } from './api.ts'
import { NotYet } from './not-yet.tsx'
import { Table } from './table.tsx'
import { text } from './text.ts'
import css from './traffic.module.css'

/** The points records that a partner wrote, the last received first. */
export function RecordsTab({ partner }: { partner: ManagedPartner }) {
  const query = useInfiniteQuery(recordsOptions(partner.client_id))
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const records = data?.pages.flatMap((page) => page.records)
  return (
    <section className={css.part} aria-labelledby="records">
      <div>
        <h2 className="text-l" id="records">
          {text.records}
        </h2>
        <p className="intro">{text.recordsIntro}</p>
      </div>
      {!records && <NotYet query={query} failed={text.recordsFailed} />}
      {records?.length === 0 && <EmptyState title={text.recordsNone} />}
      {records && records.length > 0 && (
        <Table
          title={text.records}
          columns={[text.happened, text.description, text.points, text.reference, text.account]}
          rows={records.map((record) => ({
            key: String(record.id),
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
      )}
      {hasNextPage && (
        <div className="actions">
          <Button tone="ghost" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {text.more}
          </Button>
        </div>
      )}
    </section>
  )
}

import * as endpoints from '#web/api/endpoints.ts'
import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { watchEvents } from '#web/api/event-stream.ts'
import type { ShownRecord } from '#web/shared/points-record/shown-record.ts'
import { formatNumber, formatSigned } from '#web/lib/format.ts'
import { looksOf } from '#web/shared/points-record/descriptions.ts'
import { Hidden } from '#web/ui/layout/hidden.tsx'
import { arrivedOptions, noneArrived, ownPointsOptions, summaryOptions } from './api.ts'
import { liveText as text } from './live-text.ts'

/**
 * Keeps the landing page up to date while it is visible: reloads balance and records when the server reports more
 * records than it shows, and announces the new ones to screen readers.
 */
export function LivePoints() {
  const client = useQueryClient()
  const { data } = useInfiniteQuery(ownPointsOptions)
  const { data: summary } = useQuery(summaryOptions)
  const { data: arrived = noneArrived } = useQuery(arrivedOptions)
  const [count, setCount] = useState(0)
  const shown = data?.count

  useEffect(
    () =>
      watchEvents(endpoints.watchOwnPoints, {
        onData: (change) => {
          setCount(change.count)
          // What desks recorded: records, and uses of coupons, which are none.
          void client.invalidateQueries({ queryKey: ['card'] })
        },
        onMissed: () => void reload(client),
      }),
    [client],
  )
  useEffect(() => {
    if (shown !== undefined && shown < count) void reload(client)
  }, [client, count, shown])
  // Records are new until the page is left.
  useEffect(() => () => void client.setQueryData(arrivedOptions.queryKey, noneArrived), [client])

  const latest = data?.records.filter(({ id }) => arrived.latest.includes(id)) ?? []
  return (
    <div role="status">
      {latest.length > 0 && summary && (
        <Hidden>{text.arrived(latest.map(describe), formatNumber(summary.available))}</Hidden>
      )}
    </div>
  )
}

const describe = ({ description, points }: ShownRecord) =>
  `${looksOf(description).label} ${formatSigned(points)}`

const idsOf = (client: QueryClient) =>
  client.getQueryData(ownPointsOptions.queryKey)?.pages.flatMap(({ results }) => results.map(({ id }) => id))

/** Reloads records and balance, and stores the ids of the records that were not there before. */
async function reload(client: QueryClient): Promise<void> {
  const before = idsOf(client)
  await Promise.all([
    client.refetchQueries({ queryKey: ownPointsOptions.queryKey }),
    client.refetchQueries({ queryKey: summaryOptions.queryKey }),
  ])
  const latest = idsOf(client)?.filter((id) => !before?.includes(id)) ?? []
  if (!before || latest.length === 0) return
  const { all } = client.getQueryData(arrivedOptions.queryKey) ?? noneArrived
  client.setQueryData(arrivedOptions.queryKey, { all: [...all, ...latest], latest })
}

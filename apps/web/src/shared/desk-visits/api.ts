import type { DeskVisit } from '@portal/contract/card.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'
import { now } from '#web/lib/clock.ts'

/** What desks recorded for the signed-in account in the last 30 days, newest first. */
export const visitsOptions = queryOptions({
  queryKey: ['card', 'visits'],
  queryFn: ({ signal }) => call(endpoints.listVisits, {}, signal),
})

/** A coupon that is used again after its use was undone is another visit. */
const keyOf = ({ id, at }: DeskVisit) => `${id} ${at}`

/** Visits of this time are shown as new when a page opens: its owner comes from the desk. */
const recentMs = 15 * 60_000

/**
 * Returns the visits, of which those are new that arrived while the page is open, and those of the last quarter of an hour.
 * Reloaded when the stream of the account's records reports a change.
 */
export function useVisits() {
  const query = useQuery(visitsOptions)
  const { data } = query
  const [openedAt] = useState(() => now().getTime())
  const [known, setKnown] = useState<ReadonlySet<string>>()
  if (data && !known) setKnown(new Set(data.map(keyOf)))
  const isNew = (visit: DeskVisit) =>
    Date.parse(visit.at) > openedAt - recentMs || (known !== undefined && !known.has(keyOf(visit)))
  return { ...query, fresh: data?.filter(isNew) ?? [], others: data?.filter((visit) => !isNew(visit)) ?? [] }
}

/** Reports a visit as one of somebody else, and marks it in the list. */
export function useReportNotMine() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(endpoints.reportNotMine, { params: { id: String(id) } }),
    onSuccess: (_, id) => {
      client.setQueryData(visitsOptions.queryKey, (visits) =>
        visits?.map((visit) => (visit.id === id ? { ...visit, reported: true } : visit)),
      )
      void client.invalidateQueries({ queryKey: ['claims', 'mine'] })
    },
  })
}

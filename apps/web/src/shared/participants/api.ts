import type { Participant, ParticipantDetails } from '@portal/contract/participants.ts'
import type { QueryClient } from '@tanstack/react-query'
import { keepPreviousData, queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { call, callWithHeaders } from '#web/api/call.ts'
import { formatNumber } from '#web/lib/format.ts'
import { wider } from '#web/api/route.ts'
import * as endpoints from '#web/api/endpoints.ts'

const textFields = ['full_name', 'first_name', 'last_name', 'telephone', 'email'] as const
type TextField = (typeof textFields)[number]

const listRoute = wider(endpoints.listParticipants, { missing: textFields })
const oneRoute = wider(endpoints.findParticipant, { missing: textFields })
const unactivatedRoute = wider(endpoints.listUnactivated, { missing: textFields })

const withTexts = <Found extends { [Name in TextField]?: string | null | undefined }>(found: Found) => ({
  ...found,
  full_name: found.full_name ?? '',
  first_name: found.first_name ?? '',
  last_name: found.last_name ?? '',
  telephone: found.telephone ?? '',
  email: found.email ?? '',
})

/** Participants per request: one and a half screens. */
const pieceSize = 50

export const pieceOptions = (search: string, piece: number) =>
  queryOptions({
    queryKey: ['participants', 'list', search, piece],
    queryFn: async ({ signal }) => {
      const query = { search, limit: String(pieceSize), offset: String(piece * pieceSize) }
      const { reply, headers } = await callWithHeaders(listRoute, { query }, signal)
      const [, total = reply.length, more] =
        /^(\d{1,15})(\+?)$/.exec(headers.get('X-Total-Count') ?? '') ?? []
      return { search, people: reply.map(withTexts), total: Number(total), openEnded: more === '+' }
    },
    refetchOnWindowFocus: false,
  })

/** Accounts that match a search and are not activated. */
export const unactivatedOptions = (search: string) =>
  queryOptions({
    queryKey: ['participants', 'unactivated', search],
    queryFn: async ({ signal }) =>
      (await call(unactivatedRoute, { query: { search } }, signal)).map((one) => withTexts(one)),
    refetchOnWindowFocus: false,
  })

/** One participant, or an account that is not activated, by the id in an address. */
export const participantOptions = (id: string) =>
  queryOptions({
    queryKey: ['participants', 'one', id],
    queryFn: async ({ signal }) => withTexts(await call(oneRoute, { params: { id } }, signal)),
    refetchOnWindowFocus: false,
  })

/** Returns the participant from a loaded page of the list; without the time of the sign-up. */
function fromLists(client: QueryClient, id: string): ParticipantDetails | undefined {
  const found = client
    .getQueriesData<{ people: Participant[] }>({ queryKey: ['participants', 'list'] })
    .flatMap(([, piece]) => piece?.people ?? [])
    .find((person) => String(person.id) === id)
  return found && { ...found, created_at: '', is_active: true }
}

/** One participant: first from the loaded list, then from the server. Without an id, none. */
export function useParticipant(id: string | undefined) {
  const client = useQueryClient()
  return useQuery({
    ...participantOptions(id ?? ''),
    enabled: id !== undefined,
    placeholderData: () => (id === undefined ? undefined : fromLists(client, id)),
  })
}

type VisibleRange = { first: number; last: number; direction: 1 | -1 }

/**
 * Participants that match a search, loaded in pages: those in view (set by `see`) and the next one in the direction of
 * scrolling. Shows the previous search's result until the new one is loaded.
 */
export function useParticipants(search: string) {
  const client = useQueryClient()
  const [range, setRange] = useState<VisibleRange>({ first: 0, last: 0, direction: 1 })
  const see = useCallback(
    (first: number, last: number) =>
      setRange((before) => ({ first, last, direction: first < before.first ? -1 : 1 })),
    [],
  )

  const start = useQuery({ ...pieceOptions(search, 0), placeholderData: keepPreviousData })
  const shown = start.data?.search ?? search
  const from = Math.floor(range.first / pieceSize)
  const numbers = Array.from({ length: Math.floor(range.last / pieceSize) - from + 1 }, (_, at) => from + at)
  const pieces = useQueries({ queries: numbers.map((number) => pieceOptions(shown, number)) })

  const total = start.data?.total ?? 0
  const openEnded = start.data?.openEnded ?? false
  const tail = pieces.at(-1)?.data?.people.length
  // The server counts up to 1.000: beyond that the list grows while scrolling, until a page is not full.
  const reached = (numbers.at(-1) ?? 0) * pieceSize
  const known = tail === undefined ? reached : tail === pieceSize ? reached + 2 * pieceSize : reached + tail
  const count = openEnded ? Math.max(total, known) : total

  const ahead = range.direction === 1 ? Math.floor(range.last / pieceSize) + 1 : from - 1
  // Load what is in view first: after a jump of the scroll bar no prefetch competes with it.
  const isThere = ahead >= 0 && ahead * pieceSize < count && pieces.every(({ data }) => data)
  useEffect(() => {
    if (isThere) void client.prefetchQuery(pieceOptions(shown, ahead))
  }, [client, shown, ahead, isThere])

  const failed = pieces.filter((piece) => piece.isError && !piece.data)
  return {
    status: start.status,
    /** A search is loading. */
    loading: start.isFetching && (start.isPlaceholderData || start.isPending),
    retry: () => {
      if (start.isError) void start.refetch()
      for (const piece of failed) void piece.refetch()
    },
    /** Some pages in view failed to load. */
    incomplete: failed.length > 0,
    /** The search that the shown participants match. */
    shown,
    count,
    openEnded,
    /** Total as text: '240', '1.000+'. */
    totalText: formatNumber(total) + (openEnded ? '+' : ''),
    /** The participant at `index`; undefined until its page is loaded. */
    personAt: (index: number): Participant | undefined =>
      pieces[Math.floor(index / pieceSize) - from]?.data?.people[index % pieceSize],
    see,
  }
}

/** Returns a participant's display name, with a fallback for those without a name (portal.md §2). */
export const nameOf = ({ full_name }: Pick<Participant, 'full_name'>): string =>
  full_name.trim() || 'Άγνωστο όνομα'

/** Return value of `useParticipants`. */
export type Participants = ReturnType<typeof useParticipants>

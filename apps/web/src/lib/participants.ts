import type { findParticipant, listParticipants, Participant } from '@portal/contract/participants.ts'
import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { call, callWithHeaders } from './call.ts'
import { formatNumber } from './format.ts'
import { route } from './route.ts'

const listRoute = route<typeof listParticipants>({ method: 'GET', path: '/api/participants/' })
const oneRoute = route<typeof findParticipant>({ method: 'GET', path: '/api/participants/{id}/' })

/** The list comes in pieces of so many: one and a half screens. */
const pieceSize = 50

const pieceOptions = (search: string, piece: number) =>
  queryOptions({
    queryKey: ['participants', 'list', search, piece],
    queryFn: async ({ signal }) => {
      const query = { search, limit: String(pieceSize), offset: String(piece * pieceSize) }
      const { reply, headers } = await callWithHeaders(listRoute, { query }, signal)
      const total = headers.get('X-Total-Count') ?? String(reply.length)
      return { search, people: reply, total: Number.parseInt(total, 10), openEnded: total.endsWith('+') }
    },
    refetchOnWindowFocus: false,
  })

/** One participant, by the id that stands in an address. */
export const participantOptions = (id: string) =>
  queryOptions({
    queryKey: ['participants', 'one', id],
    queryFn: ({ signal }) => call(oneRoute, { params: { id } }, signal),
    refetchOnWindowFocus: false,
  })

/**
 * The participants that fit a search, however many: only the pieces in sight are fetched (`see` says what is). While
 * a new search is on its way the people of the last one stay.
 */
export function useParticipants(search: string) {
  const [range, setRange] = useState({ first: 0, last: 0 })
  const see = useCallback((first: number, last: number) => setRange({ first, last }), [])

  const start = useQuery({ ...pieceOptions(search, 0), placeholderData: keepPreviousData })
  const shown = start.data?.search ?? search
  const from = Math.floor(range.first / pieceSize)
  const numbers = Array.from({ length: Math.floor(range.last / pieceSize) - from + 1 }, (_, at) => from + at)
  const pieces = useQueries({ queries: numbers.map((number) => pieceOptions(shown, number)) })

  const total = start.data?.total ?? 0
  const openEnded = start.data?.openEnded ?? false
  const tail = pieces.at(-1)?.data?.people.length
  // Nobody counts beyond 10.000 people: the list grows as one scrolls, until a piece comes that is not full.
  const reached = (numbers.at(-1) ?? 0) * pieceSize
  const known = tail === undefined ? reached : tail === pieceSize ? reached + 2 * pieceSize : reached + tail
  const count = openEnded ? Math.max(total, known) : total

  return {
    status: start.status,
    /** A search is on its way. */
    loading: start.isFetching && (start.isPlaceholderData || start.isPending),
    retry: () => void start.refetch(),
    /** The search whose people these are. */
    shown,
    count,
    openEnded,
    /** How many fit, for people: '1.240', '10.000+'. */
    totalText: formatNumber(total) + (openEnded ? '+' : ''),
    /** The person at `index`; absent until the piece is there. */
    personAt: (index: number): Participant | undefined =>
      pieces[Math.floor(index / pieceSize) - from]?.data?.people[index % pieceSize],
    see,
  }
}

/** The name one calls a participant by; those without one have a name too (portal.md §2). */
export const nameOf = ({ full_name }: Pick<Participant, 'full_name'>): string =>
  full_name.trim() || 'Άγνωστο όνομα'

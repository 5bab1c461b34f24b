import { z } from 'zod'
import { endpoint, fileHeaders, workbook } from './endpoint.ts'
import { idParam } from './fields.ts'
import { pointsSummary, queryText } from './points.ts'
import { routes } from './routes.ts'

/** A citizen as the staff sees one: an account that is active and not staff (portal.md §3). */
export const participant = z.object({
  id: z.int(),
  full_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  telephone: z.string(),
  email: z.string(),
  municipality_name: z.string().nullable(),
  points_transactions: z.int(),
  points_summary: pointsSummary,
})
export type Participant = z.output<typeof participant>

export const listParticipants = endpoint({
  ...routes.listParticipants,
  summary: 'Participants whose name, e-mail or telephone fits the search: surnames that begin with it first',
  query: z.object({ search: queryText, limit: queryText, offset: queryText }),
  status: 200,
  reply: z.array(participant),
  headers: {
    'X-Total-Count': "How many fit; '10000+' where they are more than are worth counting",
    Link: "With `limit`: the addresses of the next and previous pieces (`rel='next'`, `rel='prev'`)",
  },
  errors: [],
})

export const findParticipant = endpoint({
  ...routes.findParticipant,
  summary: 'One participant',
  params: idParam,
  status: 200,
  reply: participant,
  errors: ['not_found'],
})

export const exportParticipants = endpoint({
  ...routes.exportParticipants,
  summary: 'All participants that fit a search, in the order of the list, as an Excel workbook',
  query: z.object({ search: queryText }),
  status: 200,
  file: { name: 'users.xlsx', type: workbook },
  headers: fileHeaders,
  errors: ['throttled'],
})

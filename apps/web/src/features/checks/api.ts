import type { ReplyOf } from '@portal/contract/endpoint.ts'
import { dataRequestKinds } from '@portal/contract/security/request-kinds.ts'
import type {
  answerDataRequest,
  Approval,
  confirmApprover,
  DataRequest,
  decideApproval,
  decideMention,
  extendDataRequest,
  listApprovals,
  listDataRequests,
  listApprovers,
  listFlags,
  listMentions,
  Mention,
  MentionDecision,
  PointsFlag,
  resolveFlag,
} from '@portal/contract/checks.ts'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { routes } from '@portal/contract/routes.ts'
import { call } from '#web/api/call.ts'
import {
  day,
  figure,
  flag,
  listOf,
  objectOf,
  oneOf,
  orNull,
  pageOf,
  person,
  text,
  timestamp,
  whole,
} from '#web/api/reply-checks.ts'
import { route } from '#web/api/route.ts'

const decided = { decided_by: orNull(text), decided_at: orNull(timestamp), note: text }

type SamePerson = NonNullable<PointsFlag['same_person']>

const pointsFlag = objectOf<PointsFlag>({
  id: whole,
  partner: orNull(text),
  participant: orNull(person),
  staff: orNull(objectOf<NonNullable<PointsFlag['staff']>>({ id: whole, name: text })),
  day,
  rejected: flag,
  credited_twice: flag,
  cap: whole,
  points: whole,
  raised_at: timestamp,
  same_person: orNull(
    objectOf<SamePerson>({
      staff: text,
      requester: orNull(text),
      shared: listOf(oneOf('email', 'telephone', 'network', 'filing')),
      occasion: text,
    }),
  ),
  ...decided,
})

const approval = objectOf<Approval>({
  id: whole,
  kind: oneOf(
    'rate_added',
    'rate_closed',
    'rate_deleted',
    'rate_replaced',
    'points_imported',
    'points_added',
    'email_changed',
  ),
  points: orNull(whole),
  record: orNull(
    objectOf<NonNullable<Approval['record']>>({
      participant: person,
      description: text,
      created_at: timestamp,
      reason: text,
    }),
  ),
  email: orNull(
    objectOf<NonNullable<Approval['email']>>({ participant: person, to: orNull(text), reason: text }),
  ),
  file: orNull(objectOf<NonNullable<Approval['file']>>({ name: text, sha256: text, records: whole })),
  rate: orNull(
    objectOf<NonNullable<Approval['rate']>>({
      description: text,
      unit: oneOf('litre', 'item'),
      material: orNull(text),
      points_per_unit: figure,
      valid_from: day,
      valid_to: orNull(day),
      replaces: orNull(figure),
    }),
  ),
  requested_by: text,
  requested_at: timestamp,
  own: flag,
  decision: orNull(oneOf('approved', 'rejected')),
  ...decided,
  executed_at: orNull(timestamp),
})

const mention = objectOf<Mention>({
  id: whole,
  account: whole,
  place: oneOf(
    'call_note',
    'claim_note',
    'claim_answer',
    'delivery',
    'flag_note',
    'request_reason',
    'request_note',
    'batch_note',
    'search',
  ),
  participant: orNull(person),
  text,
  begins: whole,
  ends: whole,
  written_at: timestamp,
  found_at: timestamp,
})

const dataRequest = objectOf<DataRequest>({
  id: whole,
  kind: oneOf(...dataRequestKinds),
  text,
  received_at: timestamp,
  due_on: day,
  extension_reason: text,
  answered_at: orNull(timestamp),
  outcome: orNull(oneOf('done', 'refused', 'withdrawn')),
  answer: text,
  participant: person,
  overdue: flag,
  restricted: flag,
  answered_by: orNull(text),
})

export type Approvers = ReplyOf<typeof listApprovers>
type Waiting = Approvers['waiting'][number]

const approversRoute = route<typeof listApprovers>(
  routes.listApprovers,
  objectOf<Approvers>({
    own: objectOf<Approvers['own']>({ from: orNull(timestamp), approves: flag }),
    waiting: listOf(
      objectOf<Waiting>({
        id: whole,
        email: text,
        full_name: text,
        asked_by: orNull(text),
        asked_at: timestamp,
        own: flag,
      }),
    ),
  }),
)
const confirmRoute = route<typeof confirmApprover>(routes.confirmApprover)
const flagsRoute = route<typeof listFlags>(routes.listFlags, pageOf(pointsFlag))
const approvalsRoute = route<typeof listApprovals>(routes.listApprovals, pageOf(approval))
const resolveRoute = route<typeof resolveFlag>(routes.resolveFlag, pointsFlag)
const decideRoute = route<typeof decideApproval>(routes.decideApproval, approval)
const mentionsRoute = route<typeof listMentions>(routes.listMentions, pageOf(mention))
const decideMentionRoute = route<typeof decideMention>(routes.decideMention)

const requestsRoute = route<typeof listDataRequests>(routes.listDataRequests, pageOf(dataRequest))
const answerRoute = route<typeof answerDataRequest>(routes.answerDataRequest)
const extendRoute = route<typeof extendDataRequest>(routes.extendDataRequest)

export type Shown = 'open' | 'all'

export const approversOptions = queryOptions({
  queryKey: ['checks', 'approvers'],
  queryFn: ({ signal }) => call(approversRoute, {}, signal),
})

export const flagsOptions = (state: Shown, page: number) =>
  queryOptions({
    queryKey: ['checks', 'flags', state, page],
    queryFn: ({ signal }) => call(flagsRoute, { query: { state, page: String(page) } }, signal),
    placeholderData: keepPreviousData,
  })

export const approvalsOptions = (state: Shown, page: number) =>
  queryOptions({
    queryKey: ['checks', 'approvals', state, page],
    queryFn: ({ signal }) => call(approvalsRoute, { query: { state, page: String(page) } }, signal),
    placeholderData: keepPreviousData,
  })

export const requestsOptions = (state: Shown, page: number) =>
  queryOptions({
    queryKey: ['checks', 'requests', state, page],
    queryFn: ({ signal }) => call(requestsRoute, { query: { state, page: String(page) } }, signal),
    placeholderData: keepPreviousData,
  })

export const mentionsOptions = (page: number) =>
  queryOptions({
    queryKey: ['checks', 'mentions', page],
    queryFn: ({ signal }) => call(mentionsRoute, { query: { page: String(page) } }, signal),
    placeholderData: keepPreviousData,
  })

/** Calls that decide; afterwards the lists are loaded again. */
export function useDecisions() {
  const client = useQueryClient()
  const after = async (decision: Promise<unknown>) => {
    await decision
    await client.invalidateQueries({ queryKey: ['checks'] })
  }
  const one = (id: number) => ({ id: String(id) })
  return {
    confirm: (id: number) => after(call(confirmRoute, { params: one(id) })),
    resolve: (id: number, note: string) => after(call(resolveRoute, { params: one(id), body: { note } })),
    decide: (id: number, decision: 'approved' | 'rejected', note: string) => {
      const body = { decision, ...(note.trim() !== '' && { note }) }
      return after(call(decideRoute, { params: one(id), body }))
    },
    answer: (id: number, outcome: 'done' | 'refused', answer: string) =>
      after(call(answerRoute, { params: one(id), body: { outcome, answer } })),
    extend: (id: number, reason: string) => after(call(extendRoute, { params: one(id), body: { reason } })),
    decideMention: (id: number, decision: MentionDecision) =>
      after(call(decideMentionRoute, { params: one(id), body: { decision } })),
  }
}

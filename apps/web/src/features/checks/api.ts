import type { ReplyOf } from '@portal/contract/endpoint.ts'
import type { listApprovers, MentionDecision } from '@portal/contract/checks.ts'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'

export type Approvers = ReplyOf<typeof listApprovers>

export type ListState = 'open' | 'all'

export const approversOptions = queryOptions({
  queryKey: ['checks', 'approvers'],
  queryFn: ({ signal }) => call(endpoints.listApprovers, {}, signal),
})

export const flagsOptions = (state: ListState, page: number) =>
  queryOptions({
    queryKey: ['checks', 'flags', state, page],
    queryFn: ({ signal }) => call(endpoints.listFlags, { query: { state, page: String(page) } }, signal),
    placeholderData: keepPreviousData,
  })

export const approvalsOptions = (state: ListState, page: number) =>
  queryOptions({
    queryKey: ['checks', 'approvals', state, page],
    queryFn: ({ signal }) => call(endpoints.listApprovals, { query: { state, page: String(page) } }, signal),
    placeholderData: keepPreviousData,
  })

/** What a request for a change of the rates changes. */
export const rateChangeOptions = (id: number) =>
  queryOptions({
    queryKey: ['checks', 'rates', id],
    queryFn: ({ signal }) => call(endpoints.previewRateRequest, { params: { id: String(id) } }, signal),
  })

export const requestsOptions = (state: ListState, page: number) =>
  queryOptions({
    queryKey: ['checks', 'requests', state, page],
    queryFn: ({ signal }) =>
      call(endpoints.listDataRequests, { query: { state, page: String(page) } }, signal),
    placeholderData: keepPreviousData,
  })

export const mentionsOptions = (page: number) =>
  queryOptions({
    queryKey: ['checks', 'mentions', page],
    queryFn: ({ signal }) => call(endpoints.listMentions, { query: { page: String(page) } }, signal),
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
    confirm: (id: number) => after(call(endpoints.confirmApprover, { params: one(id) })),
    resolve: (id: number, note: string) =>
      after(call(endpoints.resolveFlag, { params: one(id), body: { note } })),
    decide: (id: number, decision: 'approved' | 'rejected', note: string) => {
      const body = { decision, ...(note.trim() !== '' && { note }) }
      return after(call(endpoints.decideApproval, { params: one(id), body }))
    },
    answer: (id: number, outcome: 'done' | 'refused', answer: string) =>
      after(call(endpoints.answerDataRequest, { params: one(id), body: { outcome, answer } })),
    extend: (id: number, reason: string) =>
      after(call(endpoints.extendDataRequest, { params: one(id), body: { reason } })),
    decideMention: (id: number, decision: MentionDecision) =>
      after(call(endpoints.decideMention, { params: one(id), body: { decision } })),
  }
}

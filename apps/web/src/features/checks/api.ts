import type { ReplyOf } from '@portal/contract/endpoint.ts'
import type { listApprovers, MentionDecision } from '@portal/contract/checks.ts'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import * as calls from '#web/api/calls.ts'

export type Approvers = ReplyOf<typeof listApprovers>

export type Shown = 'open' | 'all'

export const approversOptions = queryOptions({
  queryKey: ['checks', 'approvers'],
  queryFn: ({ signal }) => call(calls.listApprovers, {}, signal),
})

export const flagsOptions = (state: Shown, page: number) =>
  queryOptions({
    queryKey: ['checks', 'flags', state, page],
    queryFn: ({ signal }) => call(calls.listFlags, { query: { state, page: String(page) } }, signal),
    placeholderData: keepPreviousData,
  })

export const approvalsOptions = (state: Shown, page: number) =>
  queryOptions({
    queryKey: ['checks', 'approvals', state, page],
    queryFn: ({ signal }) => call(calls.listApprovals, { query: { state, page: String(page) } }, signal),
    placeholderData: keepPreviousData,
  })

export const requestsOptions = (state: Shown, page: number) =>
  queryOptions({
    queryKey: ['checks', 'requests', state, page],
    queryFn: ({ signal }) => call(calls.listDataRequests, { query: { state, page: String(page) } }, signal),
    placeholderData: keepPreviousData,
  })

export const mentionsOptions = (page: number) =>
  queryOptions({
    queryKey: ['checks', 'mentions', page],
    queryFn: ({ signal }) => call(calls.listMentions, { query: { page: String(page) } }, signal),
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
    confirm: (id: number) => after(call(calls.confirmApprover, { params: one(id) })),
    resolve: (id: number, note: string) =>
      after(call(calls.resolveFlag, { params: one(id), body: { note } })),
    decide: (id: number, decision: 'approved' | 'rejected', note: string) => {
      const body = { decision, ...(note.trim() !== '' && { note }) }
      return after(call(calls.decideApproval, { params: one(id), body }))
    },
    answer: (id: number, outcome: 'done' | 'refused', answer: string) =>
      after(call(calls.answerDataRequest, { params: one(id), body: { outcome, answer } })),
    extend: (id: number, reason: string) =>
      after(call(calls.extendDataRequest, { params: one(id), body: { reason } })),
    decideMention: (id: number, decision: MentionDecision) =>
      after(call(calls.decideMention, { params: one(id), body: { decision } })),
  }
}

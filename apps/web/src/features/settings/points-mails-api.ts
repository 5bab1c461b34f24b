import type { PointsMails } from '@portal/contract/points-mails.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'

export const modes = ['off', 'at_once', 'daily'] as const
export type Mode = PointsMails['mode']

export const pointsMailsOptions = queryOptions({
  queryKey: ['points mails'],
  queryFn: ({ signal }) => call(endpoints.showPointsMails, {}, signal),
})

export function useSetPointsMails() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (mode: Mode) => call(endpoints.setPointsMails, { body: { mode } }),
    onSuccess: (stored) => client.setQueryData(pointsMailsOptions.queryKey, stored),
  })
}

export const stopMails = (token: string) => call(endpoints.stopPointsMails, { params: { token } })

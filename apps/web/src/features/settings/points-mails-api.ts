import type {
  PointsMails,
  setPointsMails,
  showPointsMails,
  stopPointsMails,
} from '@portal/contract/points-mails.ts'
import { routes } from '@portal/contract/routes.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { objectOf, oneOf } from '#web/api/reply-checks.ts'
import { route } from '#web/api/route.ts'

export const modes = ['off', 'at_once', 'daily'] as const
export type Mode = PointsMails['mode']

const reply = objectOf<PointsMails>({ mode: oneOf(...modes) })
const showRoute = route<typeof showPointsMails>(routes.showPointsMails, reply)
const setRoute = route<typeof setPointsMails>(routes.setPointsMails, reply)
const stopRoute = route<typeof stopPointsMails>(routes.stopPointsMails)

export const pointsMailsOptions = queryOptions({
  queryKey: ['points mails'],
  queryFn: ({ signal }) => call(showRoute, {}, signal),
})

export function useSetPointsMails() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (mode: Mode) => call(setRoute, { body: { mode } }),
    onSuccess: (stored) => client.setQueryData(pointsMailsOptions.queryKey, stored),
  })
}

export const stopMails = (token: string) => call(stopRoute, { params: { token } })

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'

/** What a new portal needs. Asked again every second while a test mail waits in the queue. */
export const firstStepsOptions = queryOptions({
  queryKey: ['first steps'],
  queryFn: ({ signal }) => call(endpoints.showFirstSteps, {}, signal),
  refetchInterval: ({ state }) => (state.data?.mail_test?.outcome === 'waiting' ? 1_000 : false),
})

/** Sends a test mail to oneself. */
export function useMailTest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(endpoints.testMail, {}),
    onSettled: () => client.invalidateQueries({ queryKey: firstStepsOptions.queryKey }),
  })
}

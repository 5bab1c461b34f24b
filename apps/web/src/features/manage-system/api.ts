import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'

/** The server examines itself at each call, up to 5 s: when the page is opened and with its button alone. */
export const examinationOptions = queryOptions({
  queryKey: ['examination'],
  queryFn: ({ signal }) => call(endpoints.examineSystem, {}, signal),
  refetchOnMount: 'always',
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})

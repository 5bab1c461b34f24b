import type { BodyOf, ReplyOf } from '@portal/contract/endpoint.ts'
import type { listRates, previewRateChange, requestRateChange } from '@portal/contract/manage-rates.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import type { InputOf } from '#web/api/route.ts'
import { useConfirmation } from '#web/shared/confirmation/use-confirmation.tsx'
import * as endpoints from '#web/api/endpoints.ts'

export type Rates = ReplyOf<typeof listRates>
export type Change = BodyOf<typeof previewRateChange>

export const ratesOptions = queryOptions({
  queryKey: ['rates'],
  queryFn: ({ signal }) => call(endpoints.listRates, {}, signal),
})

export const previewChange = (body: Change) =>
  call(endpoints.previewRateChange, { body } as InputOf<typeof previewRateChange>)

/** Returns a function that requests a change and then reloads the page's lists, also after an error. */
export function useRateRequest() {
  const client = useQueryClient()
  const confirmed = useConfirmation()
  return async (change: Change, version: string): Promise<number | null> => {
    const body = { ...change, version }
    try {
      const { request } = await confirmed(() =>
        call(endpoints.requestRateChange, { body } as InputOf<typeof requestRateChange>),
      )
      return request
    } finally {
      await client.invalidateQueries({ queryKey: ratesOptions.queryKey })
      await client.invalidateQueries({ queryKey: ['checks'] })
    }
  }
}

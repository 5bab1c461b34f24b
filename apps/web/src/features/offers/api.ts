import type { BodyOf } from '@portal/contract/endpoint.ts'
import type { takeOffer, TakenOffer } from '@portal/contract/offers.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'
import { siteOptions } from '#web/api/site.ts'
import { newSubmission } from '#web/lib/submission.ts'

const everything = ['offers']

/** The offers of the signed-in account, what it can take first, and its points. */
export const offersOptions = queryOptions({
  queryKey: [...everything, 'list'],
  queryFn: ({ signal }) => call(endpoints.listOffers, {}, signal),
})

export const offerOptions = (id: string) =>
  queryOptions({
    queryKey: [...everything, 'shown', id],
    queryFn: ({ signal }) => call(endpoints.showOffer, { params: { id } }, signal),
  })

/**
 * Submissions whose answer was lost, by offer: a later try sends the same one, also after the dialog was closed, so that
 * nobody pays twice.
 */
const unanswered = new Map<number, string>()

/** Returns a function that takes an offer, and then reloads what other pages show of points and coupons. */
export function useTake() {
  const client = useQueryClient()
  return async (id: number, points: BodyOf<typeof takeOffer>['points']): Promise<TakenOffer> => {
    const submission = unanswered.get(id) ?? newSubmission()
    unanswered.set(id, submission)
    try {
      const taken = await call(endpoints.takeOffer, {
        params: { id: String(id) },
        body: { submission, points },
      })
      unanswered.delete(id)
      await Promise.all(
        [['coupons'], ['points'], siteOptions.queryKey].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      )
      return taken
    } catch (error) {
      if (isAnswered(error)) unanswered.delete(id)
      throw error
    } finally {
      // Points, stock or price are not what the page shows.
      await client.invalidateQueries({ queryKey: everything })
    }
  }
}

/** Whether the server has certainly not taken the offer. */
export const isAnswered = (error: unknown) => error instanceof ApiError && error.status < 500

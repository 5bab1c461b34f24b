import type { BodyOf } from '@portal/contract/endpoint.ts'
import type { addOffer, changeOffer, ManagedOffer } from '@portal/contract/manage-offers.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'
import { siteOptions } from '#web/api/site.ts'

const everything = ['managed offers']

/** All offers with what they cost and brought. */
export const listOptions = queryOptions({
  queryKey: [...everything, 'list'],
  queryFn: ({ signal }) => call(endpoints.listManagedOffers, {}, signal),
})

export const offerOptions = (id: string) =>
  queryOptions({
    queryKey: [...everything, id],
    queryFn: ({ signal }) => call(endpoints.findManagedOffer, { params: { id } }, signal),
    // A form is open on it: what an operator types must not change while the window gets the focus.
    refetchOnWindowFocus: false,
  })

/** The partners that may give something for points. */
export const partnersOptions = queryOptions({
  queryKey: [...everything, 'partners'],
  queryFn: ({ signal }) => call(endpoints.listPartners, {}, signal),
})

/** Returns functions that change offers, and then what other pages show of them. */
export function useOfferChanges() {
  const client = useQueryClient()
  const thenShow = async (change: Promise<ManagedOffer>) => {
    const offer = await change
    client.setQueryData(offerOptions(String(offer.id)).queryKey, offer)
    await client.invalidateQueries({ queryKey: listOptions.queryKey })
    await client.invalidateQueries({ queryKey: siteOptions.queryKey })
    return offer
  }
  const params = (id: number) => ({ params: { id: String(id) } })
  return {
    add: (body: BodyOf<typeof addOffer>) => thenShow(call(endpoints.addOffer, { body })),
    change: (id: number, body: BodyOf<typeof changeOffer>) =>
      thenShow(call(endpoints.changeOffer, { ...params(id), body })),
    publish: ({ id, version }: ManagedOffer) =>
      thenShow(call(endpoints.publishOffer, { ...params(id), body: { version } })),
    end: ({ id, version }: ManagedOffer) =>
      thenShow(call(endpoints.endOffer, { ...params(id), body: { version } })),
    /** @param picture in base64 */
    setPicture: ({ id, version }: ManagedOffer, picture: string) =>
      thenShow(call(endpoints.setOfferPicture, { ...params(id), body: { version, picture } })),
    removePicture: ({ id, version }: ManagedOffer) =>
      thenShow(call(endpoints.removeOfferPicture, { ...params(id), body: { version } })),
    /** Loads an offer again, after somebody else has changed it. */
    latest: (id: number) => client.fetchQuery({ ...offerOptions(String(id)), staleTime: 0 }),
  }
}

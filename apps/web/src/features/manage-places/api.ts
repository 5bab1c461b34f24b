import type { BodyOf } from '@portal/contract/endpoint.ts'
import type * as files from '@portal/contract/place-import.ts'
import type * as places from '@portal/contract/manage-places.ts'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'
import { siteOptions } from '#web/api/site.ts'
import { placesOptions } from '#web/shared/places/api.ts'

const everything = ['managed places']

export type PlaceFilter = { search: string; municipality: string; kind: string; page: string }

/** A page of the collection points, for operators. */
export const listOptions = (filter: PlaceFilter) =>
  queryOptions({
    queryKey: [...everything, 'list', filter],
    queryFn: ({ signal }) => call(endpoints.listManagedPlaces, { query: filter }, signal),
    placeholderData: keepPreviousData,
  })

export const placeOptions = (id: string) =>
  queryOptions({
    queryKey: [...everything, id],
    queryFn: ({ signal }) => call(endpoints.findManagedPlace, { params: { id } }, signal),
    // A form is open on it: what an operator types must not change while the window gets the focus.
    refetchOnWindowFocus: false,
  })

/** Returns functions that change collection points, and then what other pages show of them. */
export function usePlaceChanges() {
  const client = useQueryClient()
  const reload = async () => {
    await client.invalidateQueries({ queryKey: [...everything, 'list'] })
    await client.invalidateQueries({ queryKey: placesOptions.queryKey })
    await client.invalidateQueries({ queryKey: siteOptions.queryKey })
  }
  const thenShow = async (change: Promise<places.ManagedPlace>) => {
    const place = await change
    client.setQueryData(placeOptions(String(place.id)).queryKey, place)
    await reload()
    return place
  }
  const params = (id: number) => ({ params: { id: String(id) } })
  return {
    add: (body: BodyOf<typeof places.addPlace>) => thenShow(call(endpoints.addPlace, { body })),
    change: (id: number, body: BodyOf<typeof places.changePlace>) =>
      thenShow(call(endpoints.changePlace, { ...params(id), body })),
    close: (id: number, body: BodyOf<typeof places.closePlace>) =>
      thenShow(call(endpoints.closePlace, { ...params(id), body })),
    open: (id: number, version: number) =>
      thenShow(call(endpoints.openPlace, { ...params(id), body: { version } })),
    remove: async (id: number, version: number) => {
      await call(endpoints.removePlace, { ...params(id), body: { version } })
      await reload()
    },
    /** Loads a place again, after somebody else has changed it. */
    latest: (id: number) => client.fetchQuery({ ...placeOptions(String(id)), staleTime: 0 }),
    preview: (body: BodyOf<typeof files.previewPlaces>) => call(endpoints.previewPlaces, { body }),
    importFile: async (body: BodyOf<typeof files.importPlaces>) => {
      const result = await call(endpoints.importPlaces, { body })
      client.removeQueries({ queryKey: everything })
      await reload()
      return result
    },
  }
}

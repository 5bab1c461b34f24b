import type { BodyOf } from '@portal/contract/endpoint.ts'
import type * as files from '@portal/contract/place-import.ts'
import type * as places from '@portal/contract/manage-places.ts'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#web/api/call.ts'
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
  /** Loads a place again, after somebody else has changed it. */
  const latest = (id: number) => client.fetchQuery({ ...placeOptions(String(id)), staleTime: 0 })
  /** Makes a change of the place as it is shown; after one by somebody else, the page shows it as it is now. */
  const ofVersion = async <Reply>(
    { id, version }: places.ManagedPlace,
    change: (body: { version: number }) => Promise<Reply>,
  ) => {
    try {
      return await change({ version })
    } catch (error) {
      if (error instanceof ApiError && error.has('changed_meanwhile')) await latest(id)
      throw error
    }
  }
  const params = (id: number) => ({ params: { id: String(id) } })
  return {
    add: (body: BodyOf<typeof places.addPlace>) => thenShow(call(endpoints.addPlace, { body })),
    change: (id: number, body: BodyOf<typeof places.changePlace>) =>
      thenShow(call(endpoints.changePlace, { ...params(id), body })),
    close: (place: places.ManagedPlace, body: Omit<BodyOf<typeof places.closePlace>, 'version'>) =>
      ofVersion(place, ({ version }) =>
        thenShow(call(endpoints.closePlace, { ...params(place.id), body: { ...body, version } })),
      ),
    open: (place: places.ManagedPlace) =>
      ofVersion(place, (body) => thenShow(call(endpoints.openPlace, { ...params(place.id), body }))),
    remove: (place: places.ManagedPlace) =>
      ofVersion(place, async (body) => {
        await call(endpoints.removePlace, { ...params(place.id), body })
        await reload()
      }),
    latest,
    preview: (body: BodyOf<typeof files.previewPlaces>) => call(endpoints.previewPlaces, { body }),
    importFile: async (body: BodyOf<typeof files.importPlaces>) => {
      const result = await call(endpoints.importPlaces, { body })
      client.removeQueries({ queryKey: everything })
      await reload()
      return result
    },
  }
}

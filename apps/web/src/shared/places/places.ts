import type { listPlaces, Place } from '@portal/contract/places.ts'
import { routes } from '@portal/contract/routes.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { figure, listOf, objectOf, oneOf, text, whole } from '#web/api/reply-checks.ts'
import { route } from '#web/api/route.ts'

const place = objectOf<Place>({
  id: text,
  kind: oneOf('green_atm', 'orange_bin', 'reuse_centre'),
  name: text,
  address: text,
  municipality: objectOf<Place['municipality']>({ id: whole, name: text }),
  latitude: figure,
  longitude: figure,
  hours: text,
})

const placesRoute = route<typeof listPlaces>(routes.listPlaces, listOf(place))

/** Collection points by municipality and name. */
export const placesOptions = queryOptions({
  queryKey: ['places'],
  queryFn: ({ signal }) => call(placesRoute, {}, signal),
  staleTime: 300_000,
})

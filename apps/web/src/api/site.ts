import type { Brand, describeSite, Site } from '@portal/contract/site.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { routes } from '@portal/contract/routes.ts'
import { call } from './call.ts'
import { figure, flag, listOf, matching, objectOf, optional, text } from './reply-checks.ts'
import { route } from './route.ts'

const address = matching(/^https?:\/\//i)
const addressOrPath = matching(/^(https?:\/\/|\/[^/\\])/i)
const card = objectOf<Brand['sites']['oil']>({ url: address })

const site = objectOf<Site>({
  brand: objectOf<Brand>({
    product: text,
    company: text,
    title_suffix: text,
    logo: optional(text),
    contact: objectOf<Brand['contact']>({
      telephone: optional(text),
      email: optional(text),
      address: optional(text),
    }),
    sites: objectOf<Brand['sites']>({ oil: card, reuse: card, redemption: card }),
    forgot_password_url: optional(addressOrPath),
    stickers_url: optional(addressOrPath),
    collection_points_url: optional(addressOrPath),
    savings: optional(
      objectOf<NonNullable<Brand['savings']>>({
        co2_kg_per_litre: figure,
        source: objectOf<NonNullable<Brand['savings']>['source']>({ label: text, url: address }),
      }),
    ),
    links: listOf(objectOf<Brand['links'][number]>({ label: text, url: addressOrPath })),
  }),
  demonstration: flag,
  has_coupons: flag,
  has_places: flag,
  has_notices: flag,
  return_origins: listOf(text),
})

const siteRoute = route<typeof describeSite>(routes.describeSite, site)

export const siteOptions = queryOptions({
  queryKey: ['site'],
  queryFn: () => call(siteRoute, {}),
  // The server reads the brand at startup, so an open page does not need to reload it.
  staleTime: Infinity,
})

/** Returns the brand and mode of this portal; `undefined` until the first response. */
export const useSite = () => useQuery(siteOptions).data

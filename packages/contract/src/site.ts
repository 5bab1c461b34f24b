import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { routes } from './routes.ts'

const address = z.url({ protocol: /^https?$/ })
const card = z.strictObject({
  /** Where the card leads: the partner's site. */
  url: address,
})

/**
 * What the operator says of itself: names, logo, contact, links. Read from a JSON file when the server starts
 * (docs/operations.md) and handed to the browser at run time, so that a change needs no build.
 */
export const brand = z.strictObject({
  /** The product's name, in the header. */
  product: z.string().min(1),
  /** The company, under the product's name and in the footer. */
  company: z.string().min(1),
  /** What follows a page's own name in the title. */
  title_suffix: z.string().min(1),
  /** In the file: an image beside it. For the browser: its path. Without one, the portal's own mark is drawn. */
  logo: z.string().min(1).optional(),
  contact: z.strictObject({
    telephone: z.string().optional(),
    email: z.email().optional(),
    address: z.string().optional(),
  }),
  /** The three sites behind the landing page's cards. */
  sites: z.strictObject({ oil: card, reuse: card, redemption: card }),
  /** Another way to a forgotten password than the portal's own page (portal.md §2, Login): a path, or an address. */
  forgot_password_url: z.union([address, z.string().regex(/^\/[^/\\]/)]).optional(),
  /** Links in the footer. */
  links: z
    .array(
      z.strictObject({ label: z.string().min(1), url: z.union([address, z.string().regex(/^\/[^/\\]/)]) }),
    )
    .default([]),
})
export type Brand = z.output<typeof brand>

export const site = z.object({
  brand,
  /** True where the portal runs with demonstration data: the page of kept mails is open then. */
  demonstration: z.boolean(),
  /** Origins beside the portal's own that `returnTo` may name (portal.md §2, /logout). */
  return_origins: z.array(z.string()),
})
export type Site = z.output<typeof site>

export const describeSite = endpoint({
  ...routes.describeSite,
  summary: 'What the browser needs to know of this portal before anything else: brand, links, mode',
  status: 200,
  reply: site,
  errors: [],
})

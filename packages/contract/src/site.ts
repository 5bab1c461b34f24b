import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { absentOr, moment } from './fields.ts'
import { brandContrast, isColour, leastContrast } from './brand/brand-colour.ts'
import { noticePages } from './public-pages.ts'
import { routes } from './routes.ts'

const address = z.url({ protocol: /^https?$/ })
const addressOrPath = z.union([address, z.string().regex(/^\/[^/\\]/)])
const card = z.strictObject({
  /** URL of the partner's site. */
  url: address,
})

/**
 * The operator's brand: names, logo, contact, links. From a JSON file of the machine's administrator, or from the database
 * (manage/brand.ts); sent to the browser at run time, so that a change needs no build.
 */
export const brand = z.strictObject({
  /** Name of the product, in the header. */
  product: z.string().min(1),
  /** Name of the company, below the product's name and in the footer. */
  company: z.string().min(1),
  /** Suffix of page titles. */
  title_suffix: z.string().min(1),
  /** In the file: path of an image relative to it. In the API: its URL path. Default: the portal's own mark. */
  logo: z.string().min(1).optional(),
  /** Of buttons and links, such as '#1a6b48'. Default: the portal's green. */
  colour: z
    .string()
    .refine(isColour, { error: 'is not a colour such as #1a6b48', abort: true })
    .refine((text) => brandContrast(text) >= leastContrast, {
      error: ({ input }) =>
        `has a contrast of ${brandContrast(String(input))} on the pages; at least ${leastContrast} is needed`,
    })
    .optional(),
  contact: z.strictObject({
    telephone: z.string().optional(),
    email: z.email().optional(),
    address: z.string().optional(),
  }),
  /**
   * The sites linked from the landing page's cards. Without one for redemption, the card leads to the portal's own offers.
   */
  sites: z.strictObject({ oil: card, reuse: card, redemption: card.optional() }),
  /** Replaces the portal's page for forgotten passwords (portal.md §2, Login): a path or a URL. */
  forgot_password_url: addressOrPath.optional(),
  /** Pages that say where to get a sticker and where to deliver oil: linked from a new citizen's first steps. */
  stickers_url: addressOrPath.optional(),
  collection_points_url: addressOrPath.optional(),
  /** What a litre of oil saves, for the yearly sentence on the landing page. Default: no sentence. */
  savings: z
    .strictObject({
      /** Kilograms of CO2 that a delivered litre saves. */
      co2_kg_per_litre: z.number().positive().max(100),
      /** Where the figure is from: a link beside the sentence. */
      source: z.strictObject({ label: z.string().min(1), url: address }),
    })
    .optional(),
  /** Links in the footer. */
  links: z.array(z.strictObject({ label: z.string().min(1), url: addressOrPath })).default([]),
})
export type Brand = z.output<typeof brand>

/** In replies: the rules are those of who writes it. */
export const shownBrand = brand.extend({ colour: z.string().optional() })

export const site = z.object({
  brand: shownBrand,
  /** Whether the portal runs in demonstration mode, in which the page of sent mails is public. */
  demonstration: z.boolean(),
  /** Whether a partner has issued coupons with a code: the portal has a page of them. */
  has_coupons: z.boolean(),
  /** Whether a device of a partner is enrolled: citizens have a card to show there. */
  has_desks: z.boolean(),
  /** Whether an offer of the portal is published and in its period: the portal has a page of them. */
  has_offers: z.boolean(),
  /** Whether the operator has entered collection points. */
  has_places: z.boolean(),
  /** Whether a privacy notice or the terms were changed: signed-in people may have a notice. */
  has_notices: z.boolean(),
  /** Additional origins allowed in `returnTo` (portal.md §2, /logout). */
  return_origins: z.array(z.string()),
})
export type Site = z.output<typeof site>

export const describeSite = endpoint({
  ...routes.describeSite,
  summary: 'Returns the brand, links and mode of this portal',
  reply: site,
  errors: [],
})

export const listNotices = endpoint({
  ...routes.listNotices,
  summary:
    'Lists changes of the privacy notice and the terms whose notice the signed-in account has not closed',
  reply: z.array(z.object({ page: z.enum(noticePages), number: z.int(), served_at: moment })),
  errors: ['not_signed_in'],
})

export const dismissNotice = endpoint({
  ...routes.dismissNotice,
  summary: 'Closes the notice of a change for the signed-in account; also one that is closed',
  body: z.object({
    page: z.enum(noticePages, { error: absentOr('choice_invalid') }),
    /** PostgreSQL rejects larger ones. */
    number: z.int({ error: absentOr('number_invalid') }).max(2_147_483_647, 'number_invalid'),
  }),
  account: true,
  status: 204,
  errors: ['not_signed_in', 'required', 'null', 'choice_invalid', 'number_invalid'],
})

import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { textRules } from './error-codes.ts'
import { absentOr, email, line } from './fields.ts'
import { absentIfEmpty, base64 } from './manage-fields.ts'
import { routes } from './routes.ts'
import { cleanText } from './partner-record-fields.ts'
import { shownBrand } from './site.ts'
import { brandContrast, isColour, leastContrast } from './brand/brand-colour.ts'
import { maxBrandLinks, maxLogoBytes } from './brand/brand-limits.ts'

const name = line(80, cleanText)

/** JSON of the database has no lone surrogates. */
const isPlain = (text: string) => !/\s/.test(text) && text.isWellFormed()
const isHttps = (text: string) => {
  const url = URL.parse(text)
  return url?.protocol === 'https:' && url.username === '' && url.password === '' && isPlain(text)
}
/** Of this portal: '//other.example' and '/\other.example' are addresses of other sites. */
const isPath = (text: string) => /^\/(?![/\\])[^\\]*$/.test(text) && isPlain(text)

const address = line(500).refine(isHttps, 'https_address')
const addressOrPath = line(500).refine((text) => isHttps(text) || isPath(text), 'https_address')
const site = z.strictObject({ url: address }, { error: absentOr('not_a_dictionary') })

/** Kilograms with a decimal point or comma, or a number. */
const kilograms = z.preprocess(
  (value) =>
    typeof value === 'string' && value.trim() !== '' ? Number(value.trim().replace(',', '.')) : value,
  z
    .number({ error: absentOr('number_invalid') })
    .positive({ error: 'number_invalid' })
    .max(100, { error: 'too_big' }),
)

const colour = line(7)
  .refine(isColour, { error: 'colour_invalid', abort: true })
  .overwrite((text) => text.toLowerCase())
  .superRefine((text, context) => {
    const ratio = brandContrast(text)
    if (ratio < leastContrast)
      context.addIssue({ code: 'custom', message: 'contrast_low', params: { ratio } })
  })

const dictionary = { error: absentOr('not_a_dictionary') }

/** What operators write about company and brand: names, contact, links. As the brand file, whose logo is a path. */
export const brandContent = z.strictObject(
  {
    product: name,
    company: name,
    title_suffix: name,
    colour: absentIfEmpty(colour),
    contact: z.strictObject(
      {
        telephone: absentIfEmpty(line(40, cleanText)),
        email: absentIfEmpty(email),
        address: absentIfEmpty(line(200, cleanText)),
      },
      dictionary,
    ),
    sites: z.strictObject({ oil: site, reuse: site, redemption: site.optional() }, dictionary),
    forgot_password_url: absentIfEmpty(addressOrPath),
    stickers_url: absentIfEmpty(addressOrPath),
    collection_points_url: absentIfEmpty(addressOrPath),
    savings: z
      .strictObject(
        {
          co2_kg_per_litre: kilograms,
          source: z.strictObject({ label: line(200, cleanText), url: address }, dictionary),
        },
        dictionary,
      )
      .optional(),
    links: z
      .array(z.strictObject({ label: name, url: addressOrPath }, dictionary), {
        error: absentOr('list_type'),
      })
      .max(maxBrandLinks, { error: 'list_too_long' })
      .default([]),
  },
  { error: absentOr('not_a_dictionary') },
)
export type BrandContent = z.output<typeof brandContent>

/** Where the brand is from: the administrator's file, which wins, the database, or the file of the demonstration. */
export const brandSources = ['file', 'stored', 'shipped'] as const

const managedBrand = z.object({
  source: z.enum(brandSources),
  content: shownBrand.omit({ logo: true }),
  /** Path of the image. */
  logo: z.string().nullable(),
  /** Of the stored brand; 0: none is stored. */
  version: z.int(),
})
export type ManagedBrand = z.output<typeof managedBrand>

export const showBrand = endpoint({
  ...routes.showBrand,
  summary: 'Shows names, contact, links, colour and logo of the portal for changes',
  reply: managedBrand,
  errors: [],
})

export const changeBrand = endpoint({
  ...routes.changeBrand,
  summary: `Changes names, contact, links, colour and logo (SVG or PNG of at most ${maxLogoBytes / 1024} KB) of the portal`,
  body: z.object({
    version: z.int({ error: absentOr('integer_invalid') }).max(2 ** 31 - 1, { error: 'integer_invalid' }),
    content: brandContent,
    /** The bytes of an image in base64; null: the portal's own mark; absent: as it is. */
    logo: base64(maxLogoBytes, 'logo_large').nullable().optional(),
  }),
  account: true,
  confirmed: true,
  reply: managedBrand,
  errors: [
    ...textRules,
    'integer_invalid',
    'not_a_dictionary',
    'field_unknown',
    'list_type',
    'list_too_long',
    'number_invalid',
    'too_big',
    'email_invalid',
    'https_address',
    'colour_invalid',
    'contrast_low',
    'logo_large',
    'logo_type',
    'logo_damaged',
    'logo_dimensions',
    'logo_active',
    'logo_external',
    'logo_entities',
    'logo_element',
    'brand_fixed',
    'changed_meanwhile',
  ],
})

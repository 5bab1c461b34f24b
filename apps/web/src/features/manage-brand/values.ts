import { brandContent, type ManagedBrand } from '@portal/contract/manage-brand.ts'
import { brandLinkPlaces } from '@portal/contract/brand/brand-limits.ts'
import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import { checkWith } from '#web/shared/forms/check-with.ts'
import type { BrandBody } from './api.ts'

const simple = [
  'product',
  'company',
  'title_suffix',
  'logo',
  'colour',
  'contact.telephone',
  'contact.email',
  'contact.address',
  'sites.oil.url',
  'sites.reuse.url',
  'sites.redemption.url',
  'stickers_url',
  'collection_points_url',
  'savings.co2_kg_per_litre',
  'savings.source.label',
  'savings.source.url',
] as const
export const linkRows = brandLinkPlaces
type LinkRow = (typeof linkRows)[number]

export type LinkField = `links.${LinkRow}.${'label' | 'url'}`
/** Named as in the body, so that its errors find their fields. `logo`: '' as it is, `noLogo`, or base64. */
export type BrandField = (typeof simple)[number] | LinkField
export type Values = Record<BrandField, string>

export const noLogo = 'none'
export const fieldNames: BrandField[] = [
  ...simple,
  ...linkRows.flatMap((row): LinkField[] => [`links.${row}.label`, `links.${row}.url`]),
]

function valuesOf({ content }: Pick<ManagedBrand, 'content'>): Values {
  const valueOf = (path: string): string => {
    const value = path
      .split('.')
      .reduce<unknown>((inside, step) => (inside as Record<string, unknown> | undefined)?.[step], content)
    return typeof value === 'number'
      ? String(value).replace('.', ',')
      : typeof value === 'string'
        ? value
        : ''
  }
  return Object.fromEntries(fieldNames.map((name) => [name, valueOf(name)])) as Values
}

/** The rows of links with something in them. */
const filledRows = (values: Values) =>
  linkRows.filter((row) => values[`links.${row}.label`] !== '' || values[`links.${row}.url`] !== '')

/** @param kept of which the form has no field */
export function contentOf(values: Values, kept: ManagedBrand['content']): BrandBody['content'] {
  const [kilograms, label, url] = [
    values['savings.co2_kg_per_litre'],
    values['savings.source.label'],
    values['savings.source.url'],
  ]
  return {
    product: values.product,
    company: values.company,
    title_suffix: values.title_suffix,
    colour: values.colour,
    contact: {
      telephone: values['contact.telephone'],
      email: values['contact.email'],
      address: values['contact.address'],
    },
    sites: {
      oil: { url: values['sites.oil.url'] },
      reuse: { url: values['sites.reuse.url'] },
      redemption: values['sites.redemption.url'] ? { url: values['sites.redemption.url'] } : undefined,
    },
    forgot_password_url: kept.forgot_password_url,
    stickers_url: values.stickers_url,
    collection_points_url: values.collection_points_url,
    savings: kilograms || label || url ? { co2_kg_per_litre: kilograms, source: { label, url } } : undefined,
    links: filledRows(values).map((row) => ({
      label: values[`links.${row}.label`],
      url: values[`links.${row}.url`],
    })),
  }
}

const check = checkWith(brandContent)

/** The server's rules. The list of links has no empty rows: its errors are moved to those of the form. */
export const checkValues = (values: Values, kept: ManagedBrand['content']): ErrorDetail[] =>
  check(contentOf(values, kept)).map((error) => {
    const [list, place, name] = error.field?.split('.') ?? []
    const row = list === 'links' && place !== undefined ? filledRows(values)[Number(place)] : undefined
    return row === undefined ? error : { ...error, field: `links.${row}.${name}` }
  })

/** What an operator must not take over from the fictitious company by accident. */
const fictitious = ['contact.telephone', 'contact.email', 'contact.address', 'stickers_url'] as const

/** What the form starts with. */
export const startOf = (brand: Pick<ManagedBrand, 'content' | 'source'>): Values => ({
  ...valuesOf(brand),
  ...(brand.source === 'shipped' && (Object.fromEntries(fictitious.map((name) => [name, ''])) as Values)),
})

/** Moves the rows of links up, without one of them. */
export function withoutLink(values: Values, removed: LinkRow): Values {
  const rows = filledRows(values).filter((row) => row !== removed)
  const moved = linkRows.flatMap((row) =>
    (['label', 'url'] as const).map((name) => {
      const from = rows[row]
      return [`links.${row}.${name}`, from === undefined ? '' : values[`links.${from}.${name}`]]
    }),
  )
  return { ...values, ...Object.fromEntries(moved) } as Values
}

/** Rows of links to show: up to the last one with something in it. */
export const countLinks = (values: Values): number => (filledRows(values).at(-1) ?? -1) + 1

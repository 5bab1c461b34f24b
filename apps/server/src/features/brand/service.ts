import type { BrandContent, ManagedBrand } from '@portal/contract/manage-brand.ts'
import { type Brand, brand as brandSchema } from '@portal/contract/site.ts'
import type { Trx } from '#server/db/database.ts'
import { type AuditActor, type AuditEntry, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import * as queries from './queries.ts'
import { type Logo, readLogo } from './read-logo.ts'

type Reading = Pick<AppContext, 'db' | 'config'>
type Content = Omit<Brand, 'logo'>

/**
 * Makes the stored brand that of this process, if there is one, it has changed, and BRAND_FILE is not set. Every process
 * calls it when it starts, every two seconds, and after a change of its own.
 */
export async function loadBrand({ db, config }: Reading): Promise<void> {
  if (config.brandSource === 'file') return
  const { version } = (await queries.findVersion(db)) ?? {}
  if (version === undefined || version === config.brandVersion) return
  const stored = await queries.findBrand(db)
  if (!stored) return
  config.brand = {
    ...contentOf(stored),
    // Browsers keep the image for an hour.
    ...(stored.logoType !== null && { logo: `/brand/logo?v=${stored.version}` }),
  }
  config.brandSource = 'stored'
  config.logoType = stored.logoType ?? undefined
  config.brandVersion = stored.version
}

/** @throws ZodError if the database contains another thing, such as a brand of a newer version */
const contentOf = ({ content }: queries.Stored): Content => brandSchema.parse(content)

/** The brand as this portal shows it, with what a change of it needs. */
export async function showBrand(context: Reading): Promise<ManagedBrand> {
  await loadBrand(context)
  const { brand, brandSource: source, brandVersion: version } = context.config
  const { logo = null, ...content } = brand
  return { source, content, logo, version }
}

type BrandChange = {
  /** Of the brand on which the author decided; 0: none was stored. */
  version: number
  content: BrandContent
  /** The bytes of an image; null: none; undefined: as it is. */
  logo?: Buffer | null | undefined
}

/**
 * Stores another brand.
 * @throws ApiError brand_fixed, changed_meanwhile, logo_…
 */
export async function changeBrand(
  context: Pick<AppContext, 'db' | 'config' | 'clock'>,
  author: AuditActor,
  { version, content, logo: given }: BrandChange,
): Promise<ManagedBrand> {
  const { config, clock } = context
  if (config.brandSource === 'file') throw new ApiError('brand_fixed')
  // Before the transaction: the pixels of an image take a moment.
  const logo = given && (await readLogo(given))
  await loadBrand(context)
  await changeAs(context.db, author, async (trx) => {
    const stored = await queries.lockBrand(trx)
    if ((stored?.version ?? 0) !== version) throw new ApiError('changed_meanwhile')
    const before = stored ? contentOf(stored) : config.brand
    const details = detailsOf(before, content, logo, stored?.logoType ?? null)
    if (stored && Object.keys(details).length === 0) return
    const change = { content, logo, at: clock.now() }
    if (stored) await queries.updateBrand(trx, change)
    else if (!(await queries.insertBrand(trx, change))) throw new ApiError('changed_meanwhile')
    await audit({ db: trx, clock }, author, details)
  })
  await loadBrand(context)
  return showBrand(context)
}

const audit = (
  context: { db: Trx } & Pick<AppContext, 'clock'>,
  author: AuditActor,
  details: NonNullable<AuditEntry['details']>,
) => writeAudit(context, author, { action: 'brand.change', details })

/** Returns what differs, as 'before → after', by the names of `brandWords`. */
function detailsOf(
  before: Content,
  after: BrandContent,
  logo: Logo | null | undefined,
  logoType: string | null,
): NonNullable<AuditEntry['details']> {
  const [old, fresh] = [flat(before), flat(after)]
  const details: NonNullable<AuditEntry['details']> = {}
  for (const name of new Set([...Object.keys(old), ...Object.keys(fresh)]))
    if (old[name] !== fresh[name]) details[name] = `${old[name] ?? '–'} → ${fresh[name] ?? '–'}`
  if (logo || (logo === null && logoType !== null)) details['brand_logo'] = 'changed'
  return details
}

/** `{ contact: { email } }` as `{ brand_contact_email }`. */
function flat(content: object, prefix = 'brand_'): Record<string, string> {
  return Object.assign(
    {},
    ...Object.entries(content).map(([name, value]: [string, unknown]) => {
      if (value === undefined || name === 'logo') return {}
      if (Array.isArray(value))
        return {
          [prefix + name]: value
            .map(({ label, url }: { label: string; url: string }) => `${label} (${url})`)
            .join(', '),
        }
      return typeof value === 'object' && value !== null
        ? flat(value, `${prefix}${name}_`)
        : { [prefix + name]: typeof value === 'number' ? String(value) : (value as string) }
    }),
  ) as Record<string, string>
}

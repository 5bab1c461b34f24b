import type { Description } from '@portal/contract/words/descriptions.ts'
import { isDescription } from '@portal/contract/words/descriptions.ts'
import type { PartnerSettings } from '@portal/contract/manage-partners.ts'
import { formatNumber } from '#web/lib/format.ts'
import { linesOf } from '#web/shared/forms/lines-of.ts'
import { descriptionName, type Kind, scopeNames, text, type Tools } from './text.ts'

export type Name = keyof PartnerSettings
/** The settings as the fields have them: a list with one item a line, choices and flags as words. */
export type Values = Record<Name, string>

/** Settings by tab. */
export const detailNames = ['name', 'home_url', 'daily_cap', 'person_cap', 'scopes', 'descriptions'] as const
export const signInNames = [
  'redirect_uris',
  'post_logout_redirect_uris',
  'backchannel_logout_uri',
  'initiate_login_uri',
  'origins',
  'first_party',
  'company',
  'purpose',
  'purpose_en',
  'privacy_url',
] as const

const capText = (cap: number | null) => (cap === null ? '' : String(cap))

export const valuesOf = (settings: PartnerSettings): Values => ({
  name: settings.name,
  home_url: settings.home_url,
  redirect_uris: settings.redirect_uris.join('\n'),
  post_logout_redirect_uris: settings.post_logout_redirect_uris.join('\n'),
  backchannel_logout_uri: settings.backchannel_logout_uri ?? '',
  initiate_login_uri: settings.initiate_login_uri ?? '',
  scopes: settings.scopes.join('\n'),
  descriptions: settings.descriptions.join('\n'),
  origins: settings.origins.join('\n'),
  first_party: settings.first_party ? 'yes' : 'no',
  daily_cap: capText(settings.daily_cap),
  person_cap: capText(settings.person_cap),
  company: settings.company ?? '',
  purpose: settings.purpose ?? '',
  purpose_en: settings.purpose_en ?? '',
  privacy_url: settings.privacy_url ?? '',
})

const orNull = (value: string) => (value.trim() === '' ? null : value.trim())
/** '5.000' as Greeks write it, too. */
const digitsOf = (value: string) => value.replace(/[.\s]/g, '')
const capOf = (value: string) => (value.trim() === '' ? null : Number(digitsOf(value)))

export const settingsOf = (values: Values): PartnerSettings => ({
  name: values.name.trim(),
  home_url: values.home_url.trim(),
  redirect_uris: linesOf(values.redirect_uris),
  post_logout_redirect_uris: linesOf(values.post_logout_redirect_uris),
  backchannel_logout_uri: orNull(values.backchannel_logout_uri),
  initiate_login_uri: orNull(values.initiate_login_uri),
  scopes: linesOf(values.scopes),
  descriptions: linesOf(values.descriptions).filter(isDescription),
  origins: linesOf(values.origins),
  first_party: values.first_party === 'yes',
  daily_cap: capOf(values.daily_cap),
  person_cap: capOf(values.person_cap),
  company: orNull(values.company),
  purpose: orNull(values.purpose),
  purpose_en: orNull(values.purpose_en),
  privacy_url: orNull(values.privacy_url),
})

/** The server checks everything else. */
export const checkCaps = (values: Pick<Values, 'daily_cap' | 'person_cap'>) =>
  (['daily_cap', 'person_cap'] as const).flatMap((field) =>
    /^\d{0,12}$/.test(digitsOf(values[field])) ? [] : [{ code: 'integer_invalid' as const, field }],
  )

/** A setting in words, for the list of what another operator has changed. */
export function shownValue(name: Name, value: string): string {
  if (value === '') return text.emptyValue
  if (name === 'first_party') return value === 'yes' ? text.ours : text.thirdParty
  if (name === 'daily_cap' || name === 'person_cap') return formatNumber(Number(value))
  return linesOf(value)
    .map((line) =>
      name === 'scopes'
        ? ((scopeNames as Record<string, string>)[line] ?? line)
        : name === 'descriptions' && isDescription(line)
          ? descriptionName(line)
          : line,
    )
    .join(', ')
}

const nothing: PartnerSettings = {
  name: '',
  home_url: '',
  redirect_uris: [],
  post_logout_redirect_uris: [],
  backchannel_logout_uri: null,
  initiate_login_uri: null,
  scopes: [],
  descriptions: [],
  origins: [],
  first_party: true,
  daily_cap: null,
  person_cap: null,
  company: null,
  purpose: null,
  purpose_en: null,
  privacy_url: null,
}
const oil: Description[] = ['oil_collected', 'collection_cancelled']
const coupons: Description[] = ['coupon_created', 'coupon_cancelled']
const items: Description[] = ['item_reused', 'item_delivered']

const proposals: Record<Kind, Partial<PartnerSettings>> = {
  // What it writes differs: the operator chooses.
  site: { scopes: ['openid', 'profile', 'email', 'points:read', 'points:write'] },
  machine: { scopes: ['points:read', 'points:write'], descriptions: oil },
  shop: {
    scopes: ['openid', 'points', 'points:redeem', 'points:read', 'points:write'],
    descriptions: coupons,
    first_party: false,
  },
  reuse: { scopes: ['points:read', 'points:write'], descriptions: items },
  collector: { scopes: ['points:read', 'points:write'], descriptions: oil },
}

/** What phones of the portal record, by the kind of partner. A shop uses coupons, which need no right. */
const byPhone: Partial<Record<Kind, Description[]>> = {
  shop: [],
  reuse: items,
  collector: ['oil_collected'],
}
export const phoneDescriptions: readonly Description[] = ['oil_collected', ...items]

/** Whether a kind of partner may work with phones of the portal, without software. */
export const hasPhones = (kind: Kind | undefined) => kind !== undefined && byPhone[kind] !== undefined

/** What is proposed for a kind of partner; undefined: nothing is chosen yet. */
export const proposalFor = (kind: Kind | undefined, tools: Tools): Values =>
  valuesOf({
    ...nothing,
    ...(kind && proposals[kind]),
    ...(tools === 'phone' && kind && byPhone[kind] && { descriptions: byPhone[kind] }),
  })

/**
 * The settings of a partner without software: the scope that its records need, and in place of a site the portal's.
 * @param portal its address
 */
export const phoneSettingsOf = (values: Values, portal: string): PartnerSettings => ({
  ...settingsOf({ ...values, scopes: values.descriptions === '' ? '' : 'points:write' }),
  home_url: values.home_url.trim() || portal,
})

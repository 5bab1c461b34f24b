/** Compares every reply check with the contract's schema: what the schema rejects must not reach a page. */
import { me } from '@portal/contract/accounts.ts'
import { findClaim, listClaims, listOwnClaims } from '@portal/contract/claims.ts'
import { examineSystem } from '@portal/contract/system.ts'
import { listApprovals, listApprovers, listFlags, listMentions } from '@portal/contract/checks.ts'
import { listAudit, listAuditStaff, listOwnAudit } from '@portal/contract/audit.ts'
import { showOverview } from '@portal/contract/phone-calls.ts'
import { findSignInSite, listConnectedSites } from '@portal/contract/partners.ts'
import { listVisits, showPrintedCard } from '@portal/contract/card.ts'
import { listOwnCoupons, showGift, showOwnCoupon } from '@portal/contract/coupons.ts'
import { showDashboard } from '@portal/contract/dashboard.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { listPartners } from '@portal/contract/manage-partners.ts'
import { showBrand } from '@portal/contract/manage-brand.ts'
import { findManagedOffer, listManagedOffers } from '@portal/contract/manage-offers.ts'
import { listOffers, showOffer } from '@portal/contract/offers.ts'
import { listDeskDays, listDevices, listHeldEntries } from '@portal/contract/desk/manage-devices.ts'
import { showFirstSteps } from '@portal/contract/manage-first-steps.ts'
import { listMunicipalities } from '@portal/contract/municipalities.ts'
import { findParticipant, listParticipants, listUnactivated } from '@portal/contract/participants.ts'
import { findManagedPlace, listManagedPlaces } from '@portal/contract/manage-places.ts'
import { listPlaces } from '@portal/contract/places.ts'
import { describeErasure } from '@portal/contract/privacy.ts'
import { explainOwnPoints } from '@portal/contract/points-origin.ts'
import { listOwnPoints, listPoints, summarizePoints, totalPoints } from '@portal/contract/points.ts'
import { showSecondFactor } from '@portal/contract/second-factor.ts'
import { listSessions } from '@portal/contract/sessions.ts'
import { describeSite } from '@portal/contract/site.ts'
import { listWaitingDeliveries, lookUpSticker } from '@portal/contract/sticker-look-up.ts'
import { listStaff } from '@portal/contract/staff.ts'
import { listOwnStickers, listStickerBatches } from '@portal/contract/stickers.ts'
import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { ownAuditOptions } from '#web/features/access-log/api.ts'
import { claimOptions, claimsOptions } from '#web/features/admin-claims/api.ts'
import { noFilters } from '#web/features/admin-audit/address.ts'
import { auditOptions, staffOptions as auditStaffOptions } from '#web/features/admin-audit/api.ts'
import { pointsOptions, totalsOptions } from '#web/features/admin-points/api.ts'
import { staffOptions } from '#web/features/admin-staff/api.ts'
import { batchesOptions, lookUpOptions, waitingOptions } from '#web/features/admin-stickers/api.ts'
import { overviewOptions } from '#web/features/admin-users/api.ts'
import {
  approvalsOptions,
  approversOptions,
  flagsOptions,
  mentionsOptions,
} from '#web/features/checks/api.ts'
import { partnersOptions } from '#web/features/manage-partners/api.ts'
import { ownClaimsOptions } from '#web/features/claims/api.ts'
import { connectedSitesOptions } from '#web/features/connected-sites/api.ts'
import { couponOptions } from '#web/features/coupons/api.ts'
import { dashboardOptions } from '#web/features/dashboard/api.ts'
import { ownPointsOptions, summaryOptions } from '#web/features/landing/api.ts'
import { listOptions, placeOptions } from '#web/features/manage-places/api.ts'
import { giftOptions } from '#web/features/gift/api.ts'
import {
  listOptions as managedOffersOptions,
  offerOptions as managedOfferOptions,
} from '#web/features/manage-offers/api.ts'
import { offerOptions, offersOptions } from '#web/features/offers/api.ts'
import { placesOptions } from '#web/shared/places/api.ts'
import { sessionsOptions } from '#web/features/security/api.ts'
import { examinationOptions } from '#web/features/manage-system/api.ts'
import { secondFactorOptions } from '#web/shared/confirmation/api.ts'
import { erasureOptions } from '#web/features/my-data/api.ts'
import { ownStickersOptions } from '#web/shared/stickers/api.ts'
import { InvalidReply } from '#web/api/call.ts'
import { visitsOptions } from '#web/shared/desk-visits/api.ts'
import { printedCardOptions } from '#web/features/settings/printed-card.tsx'
import { ownCouponsOptions } from '#web/shared/coupons/api.ts'
import { brandOptions } from '#web/features/manage-brand/api.ts'
import { daysOptions, devicesOptions, heldOptions } from '#web/features/manage-partners/devices/api.ts'
import { firstStepsOptions } from '#web/features/manage-first-steps/api.ts'
import { municipalitiesOptions } from '#web/shared/forms/municipality-field.tsx'
import { signInSiteOptions } from '#web/shared/page/continue-to-site.tsx'
import { participantOptions, pieceOptions, unactivatedOptions } from '#web/shared/participants/api.ts'
import { originOptions } from '#web/shared/points-record/api.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { meOptions } from '#web/api/session.ts'
import { siteOptions } from '#web/api/site.ts'

type Json = { [name: string]: unknown }
type JsonSchema = Json & { properties?: Record<string, JsonSchema>; items?: JsonSchema; anyOf?: JsonSchema[] }

const texts: Record<string, string> = {
  'date-time': '2026-03-01T00:00:00+02:00',
  date: '2026-03-01',
  month: '2026-03',
  uri: 'https://example.gr/',
  email: 'maria@example.gr',
}

/** Returns a valid value of a schema. */
function sampleOf(schema: JsonSchema): unknown {
  if ('const' in schema) return schema['const']
  if (schema.anyOf?.[0]) return sampleOf(schema.anyOf[0])
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  if (schema.properties)
    return Object.fromEntries(Object.entries(schema.properties).map(([name, one]) => [name, sampleOf(one)]))
  if (schema.items) return [sampleOf(schema.items)]
  const type: unknown = Array.isArray(schema['type']) ? schema['type'][0] : schema['type']
  if (type === 'object') return { litres: 2, place: 'Κοζάνη' }
  if (type === 'boolean') return false
  return type === 'string' ? (texts[String(schema['format'])] ?? 'text') : 3
}

/** Yields the value with each of its parts missing or of another type, and the path of that part. */
function* invalidVariants(value: unknown, path = ''): Generator<[path: string, value: unknown]> {
  for (const other of [null, 'text', '', 1.5, 7, true, [], {}, [null], undefined]) yield [path, other]
  if (Array.isArray(value))
    for (const [inner, other] of invalidVariants(value[0], `${path}[]`)) yield [inner, [other]]
  else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value))
      for (const [inner, other] of invalidVariants(part, `${path}.${name}`))
        yield [inner, { ...value, [name]: other }]
}

const anyText = 'full_name|first_name|last_name|telephone|email|restricted'
const anyRecord = 'participant(\\.email)?|description'
const infinite = (client: QueryClient) => client.fetchInfiniteQuery(ownPointsOptions)
const by =
  <Data, Key extends readonly unknown[]>(options: FetchQueryOptions<Data, Error, Data, Key>) =>
  (client: QueryClient) =>
    client.fetchQuery(options)

/** Each endpoint with its query, and the parts where pages accept more than the contract. */
const cases: [string, Endpoint, (client: QueryClient) => Promise<unknown>, RegExp?][] = [
  ['me', me, by(meOptions), /^$/],
  ['site', describeSite, by(siteOptions), /\.(product|company|title_suffix|logo|label|contact\.\w+)$/],
  ['staff', listStaff, by(staffOptions)],
  ['partners', listPartners, by(partnersOptions)],
  ['brand', showBrand, by(brandOptions), /\.(product|company|title_suffix|label|contact\.\w+|logo)$/],
  ['devices', listDevices, by(devicesOptions('shop'))],
  ['held entries', listHeldEntries, by(heldOptions('shop'))],
  ['days of devices', listDeskDays, by(daysOptions('shop', '2026-11'))],
  ['first steps', showFirstSteps, by(firstStepsOptions)],
  ['municipalities', listMunicipalities, by(municipalitiesOptions)],
  ['places', listPlaces, by(placesOptions)],
  [
    'places of operators',
    listManagedPlaces,
    by(listOptions({ search: '', municipality: '', kind: '', page: '1' })),
  ],
  ['place of operators', findManagedPlace, by(placeOptions('1'))],
  ['participants', listParticipants, by(pieceOptions('', 0)), new RegExp(`\\.(${anyText})$`)],
  ['participant', findParticipant, by(participantOptions('1')), new RegExp(`\\.(${anyText})$`)],
  ['not activated', listUnactivated, by(unactivatedOptions('x')), new RegExp(`\\.(${anyText})$`)],
  ['summary', summarizePoints, by(summaryOptions)],
  ['own points', listOwnPoints, infinite, new RegExp(`\\.(${anyRecord})$`)],
  [
    'points',
    listPoints,
    by(pointsOptions({ participantId: undefined, page: 1, from: '', to: '' })),
    new RegExp(`\\.(${anyRecord})$`),
  ],
  ['totals', totalPoints, by(totalsOptions({ participantId: undefined, from: '', to: '' }))],
  ['origin', explainOwnPoints, by(originOptions('owner', 1)), new RegExp(`\\.(${anyRecord})$`)],
  ['own sessions', listSessions, by(sessionsOptions)],
  ['second factors', showSecondFactor, by(secondFactorOptions)],
  ['own coupons', listOwnCoupons, by(ownCouponsOptions)],
  ['own coupon', showOwnCoupon, by(couponOptions('1'))],
  ['gift', showGift, by(giftOptions('a'))],
  ['offers', listOffers, by(offersOptions)],
  ['offer', showOffer, by(offerOptions('1'))],
  ['offers of the console', listManagedOffers, by(managedOffersOptions)],
  ['offer of the console', findManagedOffer, by(managedOfferOptions('1'))],
  ['visits', listVisits, by(visitsOptions), /\.description$/],
  ['printed card', showPrintedCard, by(printedCardOptions)],
  ['own stickers', listOwnStickers, by(ownStickersOptions)],
  ['connected sites', listConnectedSites, by(connectedSitesOptions)],
  ['sign-in site', findSignInSite, by(signInSiteOptions('site'))],
  ['erasure', describeErasure, by(erasureOptions)],
  ['batches', listStickerBatches, by(batchesOptions)],
  ['sticker', lookUpSticker, by(lookUpOptions('A'))],
  ['waiting', listWaitingDeliveries, by(waitingOptions)],
  [
    'overview of a person',
    showOverview,
    by(overviewOptions(1)),
    new RegExp(`\\.(${anyRecord}|open_claims|lock|restriction)$`),
  ],
  ['own claims', listOwnClaims, by(ownClaimsOptions)],
  ['approvers', listApprovers, by(approversOptions)],
  ['claims', listClaims, by(claimsOptions('open', 1))],
  ['claim', findClaim, by(claimOptions('1'))],
  ['flags', listFlags, by(flagsOptions('open', 1))],
  ['approvals', listApprovals, by(approvalsOptions('open', 1))],
  ['mentions', listMentions, by(mentionsOptions(1))],
  [
    'audit',
    listAudit,
    by(auditOptions({ ...noFilters, page: 1, search: '' }, { from: '', to: '' })),
    /\.action$/,
  ],
  ['staff of the audit', listAuditStaff, by(auditStaffOptions)],
  ['own audit', listOwnAudit, by(ownAuditOptions(1)), /\.action$/],
  ['examination', examineSystem, by(examinationOptions)],
  ['dashboard', showDashboard, by(dashboardOptions({ from: '', to: '' }))],
]

beforeEach(() => {
  document.cookie = 'signedin=yes'
})
async function isAccepted(read: (client: QueryClient) => Promise<unknown>, body: unknown): Promise<boolean> {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body)))
  const error: unknown = await read(createQueryClient()).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (error !== undefined && !(error instanceof InvalidReply)) throw error
  return error === undefined
}

describe('reply check of', () => {
  it.each(cases)(
    '%s accepts replies of the contract and rejects other shapes [§8 malformed answers]',
    async (_, { reply }, read, wider) => {
      if (!reply) throw new Error('no reply')
      const sample = sampleOf(z.toJSONSchema(reply, { io: 'output' }) as JsonSchema)
      expect(reply.safeParse(sample).error).toBeUndefined()
      expect(await isAccepted(read, sample)).toBe(true)
      let rejected = 0
      for (const [path, body] of invalidVariants(sample)) {
        const json: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body))
        if (reply.safeParse(json).success || wider?.test(path)) continue
        rejected += 1
        expect(await isAccepted(read, json), `${path} ${JSON.stringify(json)}`).toBe(false)
      }
      expect(rejected).toBeGreaterThan(10)
    },
  )
})

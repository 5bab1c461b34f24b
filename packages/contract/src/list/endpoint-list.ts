import * as accounts from '../accounts.ts'
import * as audit from '../audit.ts'
import * as card from '../card.ts'
import * as calls from '../phone-calls.ts'
import * as checks from '../checks.ts'
import * as coupons from '../coupons.ts'
import * as claims from '../claims.ts'
import * as dashboard from '../dashboard.ts'
import * as desk from '../desk/desk.ts'
import * as managedDevices from '../desk/manage-devices.ts'
import type { Endpoint } from '../endpoint.ts'
import * as system from '../system.ts'
import * as managePartners from '../manage-partners.ts'
import * as partnerTraffic from '../partner-traffic.ts'
import * as managedMunicipalities from '../manage-municipalities.ts'
import * as managedTexts from '../manage-texts.ts'
import * as managedImports from '../manage-imports.ts'
import * as managedRates from '../manage-rates.ts'
import * as managedBrand from '../manage-brand.ts'
import * as managedOffers from '../manage-offers.ts'
import * as firstSteps from '../manage-first-steps.ts'
import * as offers from '../offers.ts'
import * as municipalities from '../municipalities.ts'
import * as placeImport from '../place-import.ts'
import * as managedPlaces from '../manage-places.ts'
import * as places from '../places.ts'
import * as passwords from '../passwords.ts'
import * as participants from '../participants.ts'
import * as partnerPoints from '../partner-points.ts'
import * as partners from '../partners.ts'
import * as pointsOrigin from '../points-origin.ts'
import * as pointsMails from '../points-mails.ts'
import * as points from '../points.ts'
import * as privacy from '../privacy.ts'
import * as secondFactor from '../second-factor.ts'
import * as sessions from '../sessions.ts'
import * as staff from '../staff.ts'
import * as site from '../site.ts'
import * as stickerLookUp from '../sticker-look-up.ts'
import * as stickers from '../stickers.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value

/** All endpoints by name, for the OpenAPI document and for tests of every endpoint. */
export const endpoints: Record<string, Endpoint> = Object.fromEntries(
  [
    site,
    accounts,
    passwords,
    privacy,
    secondFactor,
    sessions,
    municipalities,
    places,
    managedPlaces,
    placeImport,
    points,
    pointsMails,
    participants,
    calls,
    staff,
    dashboard,
    partners,
    managePartners,
    partnerTraffic,
    partnerPoints,
    pointsOrigin,
    coupons,
    card,
    stickers,
    stickerLookUp,
    audit,
    checks,
    claims,
    system,
    firstSteps,
    managedMunicipalities,
    managedTexts,
    managedRates,
    managedBrand,
    offers,
    managedOffers,
    managedImports,
    managedDevices,
    desk,
  ]
    .flatMap((module) => Object.entries(module))
    .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
)

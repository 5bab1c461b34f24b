import {
  addOffer,
  changeOffer,
  endOffer,
  findManagedOffer,
  listManagedOffers,
  type ManagedOffer,
  publishOffer,
  removeOfferPicture,
  setOfferPicture,
} from '@portal/contract/manage-offers.ts'
import { picturePath } from '@portal/contract/words/offer-limits.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { byActor } from '#server/lib/audit/audit.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import * as offers from './manage-service.ts'

/** Offers, for operators; what they cost and brought, for managers, too. */
export const managedOfferRoutes: Routes = (scope, context) => {
  handle(scope, listManagedOffers, async () => (await offers.listOffers(context)).map(shown))
  handle(scope, findManagedOffer, async ({ params }) => shown(await offers.findOffer(context, params.id)))
  handle(scope, addOffer, async ({ actor, body }) =>
    shown(await offers.addOffer(context, byActor(actor), body)),
  )
  handle(scope, changeOffer, async ({ actor, params, body }) =>
    shown(await offers.changeOffer(context, byActor(actor), params.id, body)),
  )
  handle(scope, publishOffer, async ({ actor, params, body }) =>
    shown(await offers.publishOffer(context, byActor(actor), { ...params, ...body })),
  )
  handle(scope, endOffer, async ({ actor, params, body }) =>
    shown(await offers.endOffer(context, byActor(actor), { ...params, ...body })),
  )
  handle(scope, setOfferPicture, async ({ actor, params, body: { picture, version } }) =>
    shown(
      await offers.setPicture(
        context,
        byActor(actor),
        { ...params, version },
        Buffer.from(picture, 'base64'),
      ),
    ),
  )
  handle(scope, removeOfferPicture, async ({ actor, params, body }) =>
    shown(await offers.removePicture(context, byActor(actor), { ...params, ...body })),
  )
}

const timeOrNull = (time: Date | null) => time && athensTime(time)

const shown = (offer: offers.FullOffer): ManagedOffer => ({
  id: offer.id,
  kind: offer.kind,
  state: offer.state,
  partner: { client_id: offer.clientId, name: offer.partnerName },
  title: offer.title,
  title_en: offer.titleEn,
  description: offer.description,
  description_en: offer.descriptionEn,
  place: offer.place,
  points: offer.points,
  coupon_days: offer.couponDays,
  starts_on: offer.startsOn,
  ends_on: offer.endsOn,
  stock: offer.stock,
  stock_per_day: offer.stockPerDay,
  per_person: offer.perPerson,
  per_person_days: offer.perPersonDays,
  municipalities: offer.municipalities,
  return_days: offer.returnDays,
  returns_when_expired: offer.returnsWhenExpired,
  picture: offer.picture && picturePath(offer.picture),
  version: offer.version,
  created_at: athensTime(offer.createdAt),
  published_at: timeOrNull(offer.publishedAt),
  ended_at: timeOrNull(offer.endedAt),
  statistics: {
    taken: offer.taken,
    taken_today: offer.takenToday,
    valid: offer.valid,
    used: offer.used,
    expired: offer.expired,
    returned: offer.returned,
    points: offer.pointsTaken,
    points_returned: offer.pointsReturned,
  },
})

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
import { toWire } from '#server/lib/wire/wire.ts'
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

const shown = (offer: offers.FullOffer): ManagedOffer => {
  const { clientId, partnerName, picture, taken, pointsTaken, pointsReturned, ...row } = offer
  const { takenToday, valid, used, expired, returned } = row
  return {
    ...toWire(row),
    partner: { client_id: clientId, name: partnerName },
    picture: picture && picturePath(picture),
    statistics: {
      ...{ taken, taken_today: takenToday, valid, used, expired, returned },
      ...{ points: pointsTaken, points_returned: pointsReturned },
    },
  }
}

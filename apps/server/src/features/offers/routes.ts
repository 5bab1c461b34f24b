import { listOffers, showOffer, takeOffer } from '@portal/contract/offers.ts'
import { picturePath } from '@portal/contract/words/offer-limits.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import * as queries from './queries.ts'
import * as offers from './service.ts'

/** Offers for citizens, and their pictures for everyone who has the address. */
export const offerRoutes: Routes = (scope, context) => {
  handle(scope, listOffers, ({ actor }) => offers.listOffers(context, actor))
  handle(scope, showOffer, ({ actor, params }) => offers.showOffer(context, actor, params.id))
  handle(scope, takeOffer, ({ actor, params, body }) =>
    offers.takeOffer(context, actor, { offerId: params.id, ...body }),
  )

  scope.get<{ Params: { hash: string } }>(picturePath(':hash'), async ({ params }, reply) => {
    // The database rejects NUL.
    const isHash = /^[\w-]+$/.test(params.hash)
    const picture = isHash ? await queries.findPicture(context.db, params.hash) : undefined
    if (!picture) throw new ApiError('not_found')
    return (
      reply
        .type(picture.type)
        // Other content has another address.
        .header('Cache-Control', 'public, max-age=31536000, immutable')
        .header('Content-Security-Policy', "default-src 'none'; sandbox")
        .send(picture.content)
    )
  })
}

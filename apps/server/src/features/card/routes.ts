import { listVisits, printCard, revokePrintedCard, showCard, showPrintedCard } from '@portal/contract/card.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { languageIn } from '#server/lib/html/page-language.ts'
import * as cards from './service.ts'

export const cardRoutes: Routes = (scope, context) => {
  handle(scope, showCard, ({ actor }) => cards.showCard(context, actor))
  handle(scope, showPrintedCard, ({ actor }) => cards.showPrintedCard(context, actor))
  handle(scope, printCard, ({ actor, request }) =>
    cards.printCard(context, actor, languageIn(request.headers.cookie)),
  )
  handle(scope, revokePrintedCard, ({ actor }) => cards.revokePrintedCard(context, actor))
  handle(scope, listVisits, ({ actor }) => cards.listVisits(context, actor))
}

import {
  changeTextValues,
  countTextMails,
  discardTextDraft,
  findText,
  listTexts,
  type ManagedText,
  previewText,
  publishText,
  readTextValues,
  readTextVersion,
  saveTextDraft,
  sendTextMails,
  type TextPlace,
  withdrawText,
} from '@portal/contract/manage-texts.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { byActor } from '#server/lib/audit/audit.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import { toWire } from '#server/lib/wire/wire.ts'
import { findAnnouncement, orderAnnouncement } from '#server/features/notices/service.ts'
import { readSettings } from './stored-service.ts'
import * as texts from './texts-service.ts'
import * as values from './values-service.ts'

/** Legal texts and their values, for operators. */
export const managedTextRoutes: Routes = (scope, context) => {
  const found = async (place: TextPlace): Promise<ManagedText> => {
    const { draft, publications, ...text } = await texts.findText(context, place)
    return { ...toWire(text), draft: draft ? toWire(draft) : null, publications: publications.map(toWire) }
  }

  handle(scope, listTexts, () => texts.listTexts(context))
  handle(scope, readTextValues, async () => values.describeValues(await readSettings(context)))
  handle(scope, changeTextValues, async ({ actor, body }) =>
    values.describeValues(await values.changeValues(context, byActor(actor), body.values, body.version)),
  )

  handle(scope, findText, ({ params }) => found(params))
  handle(scope, previewText, ({ actor, params, body }) =>
    // Its body may have taken minutes to arrive.
    changeAs(context.db, byActor(actor), (db) => texts.preview({ ...context, db }, params, body.text)),
  )
  handle(scope, saveTextDraft, async ({ actor, params, body }) => {
    await texts.saveDraft(context, byActor(actor), params, body)
    return found(params)
  })
  handle(scope, discardTextDraft, async ({ actor, params, body }) => {
    await texts.discardDraft(context, byActor(actor), params, body.version)
    return found(params)
  })
  handle(scope, publishText, async ({ actor, params, body: { text, valid_from: validFrom, version } }) => {
    await texts.publishText(context, byActor(actor), params, { text, validFrom, version })
    return found(params)
  })
  handle(scope, withdrawText, async ({ actor, params: { id, ...place }, body }) => {
    await texts.withdrawText(context, byActor(actor), place, id, body.version)
    return found(place)
  })
  handle(scope, readTextVersion, async ({ params: { id, ...place } }) => {
    const text = await texts.readPublication(context, place, id)
    return { text, preview: await texts.preview(context, place, text) }
  })

  handle(scope, countTextMails, async ({ params: { page } }) => {
    const news = await findAnnouncement(context, page)
    return { number: news?.number ?? null, accounts: news?.accounts ?? 0 }
  })
  handle(scope, sendTextMails, ({ actor, params, body }) =>
    orderAnnouncement(context, byActor(actor), params.page, body.number),
  )
}

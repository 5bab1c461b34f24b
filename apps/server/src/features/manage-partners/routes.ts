import {
  addPartner,
  changePartner,
  listPartners,
  pausePartner,
  resumePartner,
  rotatePartnerSecret,
  showPartnerConsent,
} from '@portal/contract/manage-partners.ts'
import * as registry from '#server/features/partners/registry-service.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { byActor } from '#server/lib/audit/audit.ts'
import { asApiError } from './errors.ts'
import * as partners from './service.ts'

/** Partners, for operators. The commands `partner …` call the same registry. */
export const managePartnerRoutes: Routes = (scope, context) => {
  const { config } = context
  const show = (clientId: string) => partners.findManaged(context, clientId)

  handle(scope, listPartners, async () => ({
    issuer: `${config.publicUrl}/oauth`,
    guide: `${config.publicUrl}/api/docs`,
    default_caps: { daily: config.caps.partnerDay, person: config.caps.personDay },
    partners: await partners.listManaged(context),
  }))

  handle(scope, addPartner, async ({ actor, body: { client_id, ...settings } }) => {
    const { clientId, secret } = await asApiError(async () => {
      registry.assertPortalSecret(context)
      const registration = partners.registrationOf(settings)
      return registry.addPartner(context, byActor(actor), registration, client_id ?? undefined)
    })
    return { partner: await show(clientId), secret }
  })

  handle(scope, changePartner, async ({ actor, params: { client }, body: { version, ...settings } }) => {
    const given = partners.registrationOf(settings)
    await asApiError(() => registry.changePartner(context, byActor(actor), client, given, { version }))
    return show(client)
  })

  handle(scope, rotatePartnerSecret, async ({ actor, params: { client }, body }) => {
    const { secret } = await asApiError(() =>
      registry.rotateSecret(context, byActor(actor), client, body.keep_old_for, body.version),
    )
    return { partner: await show(client), secret }
  })

  handle(scope, pausePartner, async ({ actor, params: { client } }) => {
    await asApiError(() => registry.disablePartner(context, byActor(actor), client))
    return show(client)
  })
  handle(scope, resumePartner, async ({ actor, params: { client } }) => {
    await asApiError(() => registry.enablePartner(context, byActor(actor), client))
    return show(client)
  })

  handle(scope, showPartnerConsent, ({ params: { client } }) =>
    asApiError(() => partners.consentOf(context, client)),
  )
}

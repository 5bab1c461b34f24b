import { readFile } from 'node:fs/promises'
import { changeBrand, showBrand } from '@portal/contract/manage-brand.ts'
import { colourTokens, standardColour } from '@portal/contract/brand/brand-colour.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { byActor } from '#server/lib/audit/audit.ts'
import * as queries from './queries.ts'
import * as brand from './service.ts'

/** Names, contact, links, colour and logo of the portal, for operators; the logo and the colour for everyone. */
export const brandRoutes: Routes = (scope, context) => {
  const { config, db } = context
  handle(scope, showBrand, () => brand.showBrand(context))
  handle(scope, changeBrand, ({ actor, body: { logo, ...change } }) =>
    brand.changeBrand(context, byActor(actor), {
      ...change,
      logo: typeof logo === 'string' ? Buffer.from(logo, 'base64') : logo,
    }),
  )

  scope.get('/brand/logo', async (_request, reply) => {
    const { brandSource, logoFile, logoType } = config
    const image =
      brandSource === 'stored'
        ? await queries.findLogo(db)
        : { logo: logoFile && (await readFile(logoFile)), logoType }
    if (!image?.logo || !image.logoType) return reply.callNotFound()
    return (
      reply
        .type(image.logoType)
        .header('Cache-Control', 'max-age=3600')
        // That of the administrator's file may contain scripts; they must not run if it is opened directly.
        .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        .send(image.logo)
    )
  })

  /** The colour for pages that the server renders. */
  scope.get('/brand/colour.css', async (_request, reply) => {
    const tokens = Object.entries(colourTokens(config.brand.colour ?? standardColour))
    return reply
      .type('text/css; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .send(`:root {\n${tokens.map(([name, value]) => `  ${name}: ${value};`).join('\n')}\n}\n`)
  })
}

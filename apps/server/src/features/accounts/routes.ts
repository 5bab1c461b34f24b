import {
  activate,
  chooseLanguage,
  disown,
  me,
  type Profile,
  resendActivation,
  signUp,
  updateMe,
} from '@portal/contract/accounts.ts'
import {
  accountHeader,
  emailHeader,
  erasureHeader,
  roleHeader,
  secondFactorHeader,
  sessionSecondsHeader,
} from '@portal/contract/endpoint.ts'
import type { Actor } from '#server/lib/context/app-context.ts'
import {
  browserMarksOf,
  chosenLanguageOf,
  languageCookie,
  setBrowserMarks,
  setLanguageCookie,
  shownLanguageOf,
  setNewPasswordCookie,
} from '#server/http/cookies.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { queryStringOf } from '#server/http/query-string.ts'
import { disown as disownAccount } from './disown-service.ts'
import { chooseLanguage as storeLanguage, findLinkLanguage } from './language/language-service.ts'
import { storedQuery } from './send-mail.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import * as accounts from './service.ts'

export const accountRoutes: Routes = (scope, context) => {
  handle(scope, signUp, async ({ body, request, reply }) => {
    const { browser } = await accounts.signUp(context, {
      email: body.email,
      firstName: body.first_name,
      lastName: body.last_name,
      telephone: body.telephone,
      municipality: body.municipality,
      password: body.password,
      repeated: body.re_password,
      username: body.username,
      query: queryStringOf(request),
      language: shownLanguageOf(request),
      ip: request.ip,
      browser: browserMarksOf(request, context.cookies),
    })
    setBrowserMarks(reply, browser, context.cookies)
    const { password: _, re_password: __, ...shown } = body
    return { ...shown, username: body.email }
  })

  handle(scope, resendActivation, ({ body, request }) =>
    accounts.resendActivation(context, {
      email: body.email,
      query: queryStringOf(request),
      ip: request.ip,
    }),
  )

  handle(scope, activate, async ({ body, request, reply }) => {
    const { email, newPassword } = await accounts.activate(context, {
      ...body,
      ip: request.ip,
      browser: browserMarksOf(request, context.cookies),
    })
    void reply.header(emailHeader, encodeURIComponent(email))
    if (newPassword !== undefined)
      setNewPasswordCookie(reply, { uid: body.uid, token: newPassword }, context.cookies)
  })

  handle(scope, disown, ({ body, request }) => disownAccount(context, { ...body, ip: request.ip }))

  handle(scope, me, ({ actor, reply }) => {
    void reply.header(accountHeader, actor.account)
    if (actor.mustSetUp) void reply.header(secondFactorHeader, 'required')
    if (actor.role) void reply.header(roleHeader, actor.role)
    const ms = actor.endsAt.getTime() - context.clock.now().getTime()
    void reply.header(sessionSecondsHeader, Math.floor(ms / 1000))
    const { erasureDueAt } = actor.profile
    if (erasureDueAt) void reply.header(erasureHeader, athensTime(erasureDueAt))
    return profileOf(actor.profile)
  })

  handle(scope, chooseLanguage, async ({ actor, body, reply }) => {
    await storeLanguage(context, actor, body.language)
    setLanguageCookie(reply, body.language, context.cookies)
  })

  // Staff accounts have no telephone or municipality; the API ignores these fields (wire.md).
  const ignores = ({ isStaff }: Actor) => (isStaff ? ['telephone', 'municipality'] : [])
  handle(
    scope,
    updateMe,
    async ({ actor, body }) => {
      const { first_name: firstName, last_name: lastName, telephone, municipality: municipalityId } = body
      const given = Object.entries({ firstName, lastName, telephone, municipalityId })
      const provided = given.filter(([, value]) => value !== undefined)
      return profileOf(await accounts.updateMe(context, actor, Object.fromEntries(provided)))
    },
    { ignores },
  )
}

/** Pages of mailed links. The first two may have a stored query string (send-mail.ts). */
const linkPages = [
  '/account/activate',
  '/password/reset/confirm',
  '/account/disown',
  '/account/erasure/confirm',
  '/account/erasure/cancel',
  '/account/email/confirm',
  '/account/email/restore',
]

/**
 * Pages of mailed links: in a browser without a language, sets that of the account, which is the mail's. Redirects to the
 * same page with the link's query string if that is stored. Without one, the web app shows the page.
 */
export const linkRoutes: Routes = (scope, context) => {
  for (const path of linkPages)
    scope.get(`${path}/:uid/:token`, async (request, reply) => {
      const { token } = request.params as { token: string }
      if (!chosenLanguageOf(request)) {
        const language = await findLinkLanguage(context, token)
        setLanguageCookie(reply, language, context.cookies)
        // For index.html, in this response.
        if (language) request.cookies[languageCookie] = language
      }
      const [page = '', query = ''] = request.url.split('?')
      const given = new URLSearchParams(query)
      const stored = given.has(storedQuery) ? await accounts.findLinkQuery(context, token) : undefined
      // Mail programs and proxies add parameters, and '=' to this one. A stored query may have a parameter of this name.
      if (stored && Array.from(new URLSearchParams(stored)).some(([name, value]) => !given.has(name, value)))
        return reply.header('Cache-Control', 'no-store').redirect(`${page}?${stored}`, 302)
      reply.code(200).callNotFound()
      return reply
    })
}

function profileOf({
  email,
  firstName,
  lastName,
  isStaff,
  telephone,
  municipalityId,
}: Actor['profile']): Profile {
  const named = { email, first_name: firstName, last_name: lastName, is_staff: isStaff }
  return isStaff ? named : { ...named, telephone, municipality: municipalityId }
}

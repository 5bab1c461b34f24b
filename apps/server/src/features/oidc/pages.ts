import type { Brand } from '@portal/contract/site.ts'
import { escapeHtml as escape, htmlPage } from '#server/lib/html/html.ts'
import { text } from './text.ts'

/** @param body HTML, escaped already */
const page = (brand: Brand, title: string, body: string) =>
  htmlPage(brand, { title, style: '/oauth/style.css', body })

type ErrorDetail = { error: string; error_description?: string | undefined }

const sentenceOf = ({ error, error_description: description }: ErrorDetail) => {
  if (error === 'server_error') return text.error.error
  if (error === 'temporarily_unavailable') return text.error.tooMany
  const isOver = /expired|not found|mismatch|already/.test(description ?? '')
  return isOver && ['invalid_request', 'session_not_found'].includes(error)
    ? text.error.expired
    : text.error.request
}

/** What couldn't be answered with a way back to the site, since it isn't sure which one that is. */
export function errorPage(brand: Brand, error: ErrorDetail): string {
  const technical = [error.error, error.error_description].filter(Boolean).join(': ')
  return page(
    brand,
    text.error.title,
    `<p>${escape(sentenceOf(error))}</p>
<p class="facts">${escape(text.error.forSite)} <code lang="en">${escape(technical)}</code></p>
<p class="actions"><a class="button" href="/">${escape(text.home)}</a></p>`,
  )
}

/** Asks whether the visitor wants to sign out, where a stranger could have sent them here. */
export function logoutPage(brand: Brand, given: { action: string; xsrf: string; email: string }): string {
  const { title, question, everywhere, yes, no } = text.logout
  return page(
    brand,
    title,
    `<p>${escape(question(given.email))}</p>
<p>${escape(everywhere)}</p>
<form method="post" action="${escape(given.action)}">
<input type="hidden" name="xsrf" value="${escape(given.xsrf)}">
<p class="actions"><button name="logout" value="yes">${escape(yes)}</button>
<button class="quiet">${escape(no)}</button></p>
</form>`,
  )
}

/** Tells staff that they can't sign in at a partner's site as such. */
export function staffPage(brand: Brand, given: { site: string; signInAgain: string; back: string }): string {
  const { title, why, other, back } = text.staff
  return page(
    brand,
    title,
    `<p>${escape(why(given.site))}</p>
<p class="actions"><a class="button" href="${escape(given.signInAgain)}">${escape(other)}</a>
<a class="button quiet" href="${escape(given.back)}">${escape(back(given.site))}</a></p>`,
  )
}

type Asked = { site: string; email: string; scopes: string[]; action: string; csrf: string }

/** Asks whether a site that isn't the operator's own may learn who somebody is. */
export function consentPage(brand: Brand, given: Asked): string {
  const { title, asks, as, yes, no, scopes } = text.consent
  const items = given.scopes.map((scope) => `<li>${escape(scopes[scope] ?? scope)}</li>`)
  return page(
    brand,
    title(given.site),
    `<p>${escape(as(given.email))} ${escape(asks(given.site))}</p>
<ul>
${items.join('\n')}
</ul>
<form method="post" action="${escape(given.action)}">
<input type="hidden" name="csrf" value="${escape(given.csrf)}">
<p class="actions"><button name="decision" value="allow">${escape(yes)}</button>
<button class="quiet" name="decision" value="deny">${escape(no)}</button></p>
</form>`,
  )
}

const header = 'content-security-policy'

/** The policy of a page whose form leads on to other sites: browsers hold the redirects after it to the same rule. */
export function policyWithForms(policy: string, targets: readonly string[]): string {
  const origins = [...new Set(targets.map((target) => new URL(target).origin))]
  return policy.replace("form-action 'self'", ["form-action 'self'", ...origins].join(' '))
}

type Answer = { response: { get: (name: string) => string }; set: (name: string, value: string) => void }

/** The same, of an answer that is on its way. */
export const allowForms = (ctx: Answer, targets: readonly string[]) =>
  ctx.set(header, policyWithForms(ctx.response.get(header), targets))

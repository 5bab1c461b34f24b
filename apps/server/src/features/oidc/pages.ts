import { escapeHtml as escape, htmlPage, type PageBrand } from '#server/lib/html/html.ts'
import type { ConsentWords } from '#server/features/connected-sites/consent-service.ts'
import { texts } from './text.ts'

const textOf = ({ language = 'el' }: PageBrand) => texts[language]

/** @param body HTML, escaped already */
const page = (brand: PageBrand, title: string, body: string) =>
  htmlPage(brand, { title, style: '/oauth/style.css', body })

type ErrorDetail = { error: string; error_description?: string | undefined }

const sentenceOf = (text: (typeof texts)['el'], { error, error_description: description }: ErrorDetail) => {
  if (error === 'server_error') return text.error.error
  if (error === 'temporarily_unavailable') return text.error.tooMany
  const isOver = /expired|not found|mismatch|already/.test(description ?? '')
  return isOver && ['invalid_request', 'session_not_found'].includes(error)
    ? text.error.expired
    : text.error.request
}

/** The page for errors that cannot be returned to the site, because the redirect URI is not verified. */
export function errorPage(brand: PageBrand, error: ErrorDetail): string {
  const text = textOf(brand)
  const technical = [error.error, error.error_description].filter(Boolean).join(': ')
  return page(
    brand,
    error.error === 'temporarily_unavailable' ? text.error.tooManyTitle : text.error.title,
    `<p>${escape(sentenceOf(text, error))}</p>
<p class="facts">${escape(text.error.forSite)} <code lang="en">${escape(technical)}</code></p>
<p class="actions"><a class="button" href="/">${escape(text.home)}</a></p>`,
  )
}

/** Asks the visitor to confirm signing out, if the request may come from a third party. */
export function logoutPage(brand: PageBrand, given: { action: string; xsrf: string; email: string }): string {
  const { title, question, everywhere, yes, no } = textOf(brand).logout
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

/** Informs staff that they cannot sign in at a partner site with a staff account. */
export function staffPage(
  brand: PageBrand,
  given: { site: string; signInAgain: string; back: string },
): string {
  const { title, why, other, back } = textOf(brand).staff
  return page(
    brand,
    title,
    `<p>${escape(why(given.site))}</p>
<p class="actions"><a class="button" href="${escape(given.signInAgain)}">${escape(other)}</a>
<a class="button quiet" href="${escape(given.back)}">${escape(back(given.site))}</a></p>`,
  )
}

type ConsentRequest = { site: string; email: string; words: ConsentWords; action: string; csrf: string }

/** Asks for consent to the site of a third party. */
export function consentPage(brand: PageBrand, given: ConsentRequest): string {
  const { title, as, yes, no } = textOf(brand).consent
  const { who, facts, asks, items, redeem, ends, settings, hash } = given.words
  const factRows = facts.map(({ name, value, isUrl }) => {
    const shown = escape(value)
    return `<dt>${escape(name)}</dt><dd>${isUrl ? `<a href="${shown}" rel="noreferrer">${shown}</a>` : shown}</dd>`
  })
  const choice = redeem
    ? `<p class="choice"><input type="checkbox" id="redeem" name="redeem" value="yes" aria-describedby="redeem-means">
<label for="redeem">${escape(redeem.label)}</label></p>
<p class="facts" id="redeem-means">${escape(redeem.means)}</p>
`
    : ''
  return page(
    brand,
    title(given.site),
    `<p>${escape(as(given.email))} ${escape(who)}</p>
<dl>
${factRows.join('\n')}
</dl>
<p>${escape(asks)}</p>
<ul>
${items.map((item) => `<li>${escape(item)}</li>`).join('\n')}
</ul>
<form method="post" action="${escape(given.action)}">
<input type="hidden" name="csrf" value="${escape(given.csrf)}">
<input type="hidden" name="words" value="${hash}">
${choice}<p>${escape(ends)} <a href="/settings/sites">${escape(settings)}</a></p>
<p class="actions"><button name="decision" value="allow">${escape(yes)}</button>
<button class="quiet" name="decision" value="deny">${escape(no)}</button></p>
</form>`,
  )
}

const header = 'content-security-policy'

/** Adds origins to form-action: browsers apply it to redirects after a form submission as well. */
export function policyWithForms(policy: string, targets: readonly string[]): string {
  const origins = [...new Set(targets.map((target) => new URL(target).origin))]
  return policy.replace("form-action 'self'", ["form-action 'self'", ...origins].join(' '))
}

type KoaResponse = { response: { get: (name: string) => string }; set: (name: string, value: string) => void }

/** As `policyWithForms`, for a Koa response. */
export const allowForms = (ctx: KoaResponse, targets: readonly string[]) =>
  ctx.set(header, policyWithForms(ctx.response.get(header), targets))

import { randomUUID } from 'node:crypto'
import type { Entry } from './entries.ts'
import type { SignedIn } from './sign-in.ts'
import { text } from './text.ts'

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (plain: string) => plain.replace(/[&<>"']/g, (sign) => signs[sign] ?? '')

/** @param body escaped HTML */
const page = (title: string, body: string) => `<!doctype html>
<html lang="el">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} · ${text.site}</title>
<link rel="stylesheet" href="/style.css">
<link rel="icon" href="data:,">
</head>
<body>
<header><a href="/">${text.site}</a></header>
<main>
<h1>${escape(title)}</h1>
${body}
</main>
</body>
</html>
`

const signInLink = `<p><a class="button" href="/login">${text.signIn}</a></p>`

export const visitorPage = () => page(text.welcome, `<p>${text.visitor}</p>\n${signInLink}`)

export const errorPage = (error: keyof typeof text.errors) => {
  const [title, advice] = text.errors[error]
  const isAboutSignIn = ['journey', 'turnedBack', 'portal'].includes(error)
  return page(
    title,
    `<p>${advice}</p>\n${isAboutSignIn ? signInLink : ''}<p><a href="/">${text.home}</a></p>`,
  )
}

const button = (action: string, label: string, reference: string, className = '') =>
  `<form method="post" action="${action}"><input type="hidden" name="reference" value="${escape(reference)}">
<button class="${className}">${label}</button></form>`

/** Message about the result of the last action. */
function notice(entry: Entry): string {
  const { kind, state, points = 0, coupon, why } = entry
  if (state === 'refused') return `<p role="alert" class="notice bad">${text.refused(why)}</p>`
  if (state === 'sent') return `<p role="alert" class="notice bad">${text.sent}</p>`
  const code = kind === 'coupon' ? ` <strong>${escape(text.coupon(coupon ?? ''))}</strong>` : ''
  return `<p role="status" class="notice">${text.recorded[kind](points)}${code}</p>`
}

function line(entry: Entry, isCancelled: boolean): string {
  const { kind, state, reference, points = 0, coupon, happenedAt } = entry
  const label = {
    recorded: `${points > 0 ? '+' : ''}${text.points(points)}`.replace('-', '−'),
    refused: text.refusedShort,
    sent: text.sentShort,
  }[state]
  const isCoupon = kind === 'coupon' && state === 'recorded'
  return `<li><span>${text.kinds[kind]}${isCoupon ? `, ${escape(coupon ?? '')}` : ''}</span>
<span>${label}${isCancelled ? ` (${text.cancelled})` : ''}</span>
<time datetime="${happenedAt}">${text.time(happenedAt)}</time>
${isCoupon && !isCancelled ? button('/cancel', text.cancel, reference, 'quiet') : ''}${state === 'sent' ? button('/again', text.again, reference, 'quiet') : ''}</li>`
}

type Home = {
  visitor: SignedIn
  /** undefined: the portal does not respond. */
  balance: number | undefined
  entries: Entry[]
  /** The entry of the last action. */
  latest: Entry | undefined
  portalUrl: string
}

export function homePage({ visitor, balance, entries, latest, portalUrl }: Home): string {
  const cancelled = new Set(
    entries.filter(({ state }) => state === 'recorded').flatMap(({ cancels }) => cancels ?? []),
  )
  const lines = entries.slice(0, 20).map((entry) => line(entry, cancelled.has(entry.reference)))
  return page(
    text.greeting(visitor.name),
    `${latest ? notice(latest) : ''}
<h2>${text.balance}</h2>
${balance === undefined ? `<p role="alert" class="notice bad">${text.noBalance}</p>` : `<p class="balance">${text.points(balance)}</p>`}
<div class="actions">${button('/deliver', text.deliver, randomUUID())}${button('/redeem', text.redeem, randomUUID())}</div>
${lines.length > 0 ? `<h2>${text.history}</h2>\n<ul>${lines.join('\n')}</ul>` : ''}
<p><a href="${escape(portalUrl)}/">${text.portal}</a></p>
<form method="post" action="/logout"><button class="quiet">${text.signOut}</button><p class="note">${text.signOutNote}</p></form>`,
  )
}

import { colourTokens, standardColour } from '@portal/contract/brand/brand-colour.ts'
import type { NoticePage } from '@portal/contract/public-pages.ts'
import type { Language } from '@portal/contract/words/language.ts'
import { vocativeOf } from '@portal/contract/words/vocative.ts'
import { escapeHtml as escape } from '#server/lib/html/html.ts'
import type { BrowserLabel } from '#server/lib/security/browser-label.ts'
import { common, type MailText, mailTexts, mailTime, newPassword } from './mail-texts/mail-texts.ts'
import { emailTexts } from './mail-texts/email-texts.ts'
import { type AccessChange, accessTexts } from './mail-texts/lock-texts.ts'
import { type RequestNews, requestTexts } from './mail-texts/request-texts.ts'
import { secondFactorTexts } from './mail-texts/second-factor-texts.ts'
import type { Mail } from '#server/lib/mail/mailer.ts'

/** Name and contact data of the portal, shown in every mail, and the recipient's language. */
export type Sender = {
  language: Language
  product: string
  company: string
  colour?: string | undefined
  contact: { telephone?: string | undefined; email?: string | undefined }
}

type Link = { label: string; url: string }

/**
 * Builds a mail of paragraphs with at most one button link, as text and as HTML. Uses tables and inline styles, because mail
 * clients support little CSS; no images, fonts or other remote content.
 */
export function buildMail(
  to: string,
  sender: Sender,
  parts: { subject: string; lines: string[]; link?: Link; after: string[]; otherLink?: Link },
): Mail {
  const { subject, lines, link, after, otherLink } = parts
  const other = otherLink && `${otherLink.label}\n${otherLink.url}`
  const { '--brand': colour, '--brand-strong': strong } = colourTokens(sender.colour ?? standardColour)
  const words = common[sender.language]
  const contact = [
    sender.contact.telephone && `${words.telephone} ${sender.contact.telephone}`,
    sender.contact.email,
  ]
    .filter(Boolean)
    .join(' · ')
  const footer = [sender.company, contact].filter(Boolean)
  const paragraph = (line: string) => `<p style="margin:0 0 16px">${escape(line)}</p>`
  return {
    to,
    subject,
    text: [...lines, link && `${link.label}:\n${link.url}`, ...after, other, `--\n${footer.join('\n')}`]
      .filter((part) => part !== undefined)
      .join('\n\n'),
    html: `<!doctype html>
<html lang="${sender.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>
<body style="margin:0;background:#faf7f0;color:#14261d;font:16px/1.6 Arial,Helvetica,sans-serif">
<main><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #e2ddd0;border-radius:16px">
<tr><td style="padding:28px 28px 12px">
<p style="margin:0 0 20px;font-weight:bold;color:${strong}">${escape(sender.product)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escape(subject.replace(` – ${sender.product}`, ''))}</h1>
${lines.map(paragraph).join('\n')}
${link ? button(link, words.button, colour) : ''}
${after.map(paragraph).join('\n')}
${otherLink ? `<p style="margin:0 0 16px"><a href="${escape(otherLink.url)}" style="color:${colour}">${escape(otherLink.label)}</a></p>` : ''}
</td></tr>
<tr><td style="padding:16px 28px 24px;border-top:1px solid #e2ddd0;font-size:14px;color:#4b5d53">${footer.map(escape).join('<br>')}</td></tr>
</table></td></tr></table></main></body></html>`,
  }
}

const button = (
  { label, url }: Link,
  hint: string,
  colour: string,
) => `<p style="margin:24px 0"><a href="${escape(url)}" style="display:inline-block;background:${colour};color:#ffffff;text-decoration:none;font-weight:bold;padding:14px 24px;border-radius:12px">${escape(label)}</a></p>
<p style="margin:0 0 16px;font-size:14px;color:#4b5d53">${hint}<br><a href="${escape(url)}" style="color:${colour};word-break:break-all">${escape(url)}</a></p>`

/** In Greek, without a name where its vocative is not certain. */
export const greetingOf = (firstName: string, language: Language = 'el') => {
  if (language === 'en') return firstName.trim() ? `Hello ${firstName.trim()},` : 'Hello,'
  const name = vocativeOf(firstName)
  return name ? `Γεια σας, ${name},` : 'Γεια σας,'
}

/** Builds a mail from the texts of the recipient's language. */
function mailOf(
  to: string,
  sender: Sender,
  { subject, lines, link, after = [], otherLink }: MailText,
  { url = '', otherUrl = '' }: { url?: string; otherUrl?: string } = {},
): Mail {
  return buildMail(to, sender, {
    subject: `${subject} – ${sender.product}`,
    lines,
    ...(link !== undefined && { link: { label: link, url } }),
    after,
    ...(otherLink !== undefined && { otherLink: { label: otherLink, url: otherUrl } }),
  })
}

/**
 * Mail that asks a new citizen to confirm the e-mail address. Contains no name: strangers could send any text in it.
 * @param disownUrl link to report a sign-up by a stranger
 * @param days lifetime of the activation link in days
 */
export const activationMail = (
  to: string,
  sender: Sender,
  { url, disownUrl, days }: { url: string; disownUrl: string; days: number },
): Mail =>
  mailOf(to, sender, mailTexts.activation[sender.language](sender.product, days), {
    url,
    otherUrl: disownUrl,
  })

/** Mail with the link that sets a new password. @param hours lifetime of the link in hours */
export function resetMail(to: string, firstName: string, sender: Sender, url: string, hours: number): Mail {
  const { language, product } = sender
  const hi = greetingOf(firstName, language)
  return mailOf(to, sender, mailTexts.reset[language](hi, product, hours), { url })
}

/** Mail that reports a changed password to the owner, so that a change by an attacker is noticed. */
export function passwordChangedMail(to: string, firstName: string, sender: Sender, url: string): Mail {
  const { language, product } = sender
  const hi = greetingOf(firstName, language)
  return mailOf(to, sender, mailTexts.passwordChanged[language](hi, product), { url })
}

/** A sign-in in words. `at`: ISO 8601; `network`: truncated address; unknown parts are empty. */
export type NewSignIn = BrowserLabel & { at: string; network: string }

/** Mail that reports a sign-in from a browser that had not signed in to the account. @param url of the reset page */
export function newSignInMail(
  to: string,
  firstName: string,
  sender: Sender,
  url: string,
  signIn: NewSignIn,
): Mail {
  const { language, product } = sender
  const at = mailTime[language].signIn.format(new Date(signIn.at))
  const hi = greetingOf(firstName, language)
  return mailOf(to, sender, mailTexts.newSignIn[language](hi, product, { ...signIn, at }), { url })
}

export type SecondFactorEvent = keyof typeof secondFactorTexts

export const isSecondFactorEvent = (kind: string): kind is SecondFactorEvent => kind in secondFactorTexts

/** Mail that reports a change or an unusual use of the second factors. @param url of the reset page */
export function secondFactorMail(
  to: string,
  firstName: string,
  sender: Sender,
  url: string,
  event: SecondFactorEvent,
): Mail {
  const { language } = sender
  const { subject, happened, otherwise } = secondFactorTexts[event][language]
  const lines = [greetingOf(firstName, language), happened, otherwise]
  return mailOf(to, sender, { subject, lines, link: newPassword[language] }, { url })
}

/** Mail that reports to the owner what staff did with the sign-ins of the account. */
export function accessMail(to: string, firstName: string, sender: Sender, about: AccessChange): Mail {
  const { language, product } = sender
  return mailOf(to, sender, accessTexts[language](greetingOf(firstName, language), product, about))
}

/** Mail about a request of the owner about the own data. @param url of the page with the requests */
export function requestMail(
  to: string,
  firstName: string,
  sender: Sender,
  url: string,
  about: RequestNews,
): Mail {
  const { language, product } = sender
  return mailOf(to, sender, requestTexts[language](greetingOf(firstName, language), product, about), { url })
}

/**
 * Mail that asks to confirm another address of an account, to that address. Contains no name: strangers could send any text in it.
 * @param hours lifetime of the link in hours
 */
export const emailChangeMail = (to: string, sender: Sender, url: string, hours: number): Mail =>
  mailOf(to, sender, emailTexts.confirm[sender.language](sender.product, hours), { url })

/** Mail to an address that a change does not give to an account: it has one ('taken'), or the old address took the change back ('restored'). */
export const emailNewsMail = (to: string, sender: Sender, news: 'taken' | 'restored', url: string): Mail =>
  mailOf(to, sender, emailTexts[news][sender.language](sender.product), { url })

/** Mail to the old address of an account. @param about.url takes the change back, until `until` */
export function emailChangedMail(
  to: string,
  firstName: string,
  sender: Sender,
  { url, until }: { url: string; until: Date },
): Mail {
  const { language, product } = sender
  const day = mailTime[language].long.format(until)
  const hi = greetingOf(firstName, language)
  return mailOf(to, sender, emailTexts.changed[language](hi, product, day), { url })
}

/** Mail that asks to confirm an erasure. @param hours lifetime of the link in hours */
export function erasureRequestedMail(
  to: string,
  firstName: string,
  sender: Sender,
  url: string,
  hours: number,
): Mail {
  const { language, product } = sender
  const hi = greetingOf(firstName, language)
  return mailOf(to, sender, mailTexts.erasureRequested[language](hi, product, hours), { url })
}

/** Mail with the date of a confirmed erasure. @param url link that cancels it */
export function erasureScheduledMail(
  to: string,
  firstName: string,
  sender: Sender,
  { url, dueAt }: { url: string; dueAt: Date },
): Mail {
  const { language, product } = sender
  const due = mailTime[language].long.format(dueAt)
  const hi = greetingOf(firstName, language)
  return mailOf(to, sender, mailTexts.erasureScheduled[language](hi, product, due), { url })
}

/** Mail about a changed privacy notice, or changed terms. @param url of the page */
export function noticeMail(
  to: string,
  firstName: string,
  sender: Sender,
  { page, url }: { page: NoticePage; url: string },
): Mail {
  const { language, product } = sender
  const hi = greetingOf(firstName, language)
  return mailOf(to, sender, mailTexts.notice[language](hi, product, page), { url })
}

/** Mail to the owner of an inactive account. @param until day, YYYY-MM-DD @param url of the sign-in page */
export function retentionWarningMail(
  to: string,
  firstName: string,
  sender: Sender,
  { url, until }: { url: string; until: string },
): Mail {
  const { language, product } = sender
  const day = mailTime[language].day.format(new Date(until))
  const hi = greetingOf(firstName, language)
  return mailOf(to, sender, mailTexts.retentionWarning[language](hi, product, day), { url })
}

/** The last mail, after an erasure. */
export const erasedMail = (to: string, firstName: string, sender: Sender): Mail =>
  mailOf(
    to,
    sender,
    mailTexts.erased[sender.language](greetingOf(firstName, sender.language), sender.product),
  )

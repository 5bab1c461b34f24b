import { colourTokens, standardColour } from '@portal/contract/brand/brand-colour.ts'
import type { Language } from '@portal/contract/words/language.ts'
import { vocativeOf } from '@portal/contract/words/vocative.ts'
import { escapeHtml as escape } from '#server/lib/html/html.ts'
import { common, type MailText } from './mail-texts/mail-texts.ts'
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
function buildMail(
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
const greetingOf = (firstName: string, language: Language) => {
  if (language === 'en') return firstName.trim() ? `Hello ${firstName.trim()},` : 'Hello,'
  const name = vocativeOf(firstName)
  return name ? `Γεια σας, ${name},` : 'Γεια σας,'
}

/** Builds a mail of texts in the recipient's language, with a greeting. Without a first name, as strangers could send any text in it. */
export function mailOf(
  { email, firstName = '' }: { email: string; firstName?: string },
  sender: Sender,
  { subject, lines, link, after = [], otherLink }: MailText,
  { url = '', otherUrl = '' }: { url?: string; otherUrl?: string } = {},
): Mail {
  return buildMail(email, sender, {
    subject: `${subject} – ${sender.product}`,
    lines: [greetingOf(firstName, sender.language), ...lines],
    ...(link !== undefined && { link: { label: link, url } }),
    after,
    ...(otherLink !== undefined && { otherLink: { label: otherLink, url: otherUrl } }),
  })
}

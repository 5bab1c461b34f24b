import { escapeHtml as escape } from '#server/lib/html/html.ts'
import type { Mail } from '#server/lib/mail/mailer.ts'

/** Name and contact data of the portal, shown in every mail. */
type Sender = {
  product: string
  company: string
  contact: { telephone?: string | undefined; email?: string | undefined }
}

type Link = { label: string; url: string }

/**
 * Builds a mail of paragraphs with one button link, as text and as HTML. Uses tables and inline styles, because mail
 * clients support little CSS; no images, fonts or other remote content.
 */
function buildMail(
  to: string,
  sender: Sender,
  parts: { subject: string; lines: string[]; link: Link; after: string[]; otherLink?: Link },
): Mail {
  const { subject, lines, link, after, otherLink } = parts
  const other = otherLink && `${otherLink.label}\n${otherLink.url}`
  const contact = [sender.contact.telephone && `Τηλ. ${sender.contact.telephone}`, sender.contact.email]
    .filter(Boolean)
    .join(' · ')
  const footer = [sender.company, contact].filter(Boolean)
  const paragraph = (line: string) => `<p style="margin:0 0 16px">${escape(line)}</p>`
  return {
    to,
    subject,
    text: [...lines, `${link.label}:\n${link.url}`, ...after, other, `--\n${footer.join('\n')}`]
      .filter((part) => part !== undefined)
      .join('\n\n'),
    html: `<!doctype html>
<html lang="el"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>
<body style="margin:0;background:#faf7f0;color:#14261d;font:16px/1.6 Arial,Helvetica,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #e2ddd0;border-radius:16px">
<tr><td style="padding:28px 28px 12px">
<p style="margin:0 0 20px;font-weight:bold;font-size:18px;color:#14573a">${escape(sender.product)}</p>
${lines.map(paragraph).join('\n')}
<p style="margin:24px 0"><a href="${escape(link.url)}" style="display:inline-block;background:#1a6b48;color:#ffffff;text-decoration:none;font-weight:bold;padding:14px 24px;border-radius:12px">${escape(link.label)}</a></p>
<p style="margin:0 0 16px;font-size:14px;color:#4b5d53">Αν το κουμπί δεν λειτουργεί, αντιγράψτε αυτήν τη διεύθυνση στον περιηγητή σας:<br><a href="${escape(link.url)}" style="color:#1a6b48;word-break:break-all">${escape(link.url)}</a></p>
${after.map(paragraph).join('\n')}
${otherLink ? `<p style="margin:0 0 16px"><a href="${escape(otherLink.url)}" style="color:#1a6b48">${escape(otherLink.label)}</a></p>` : ''}
</td></tr>
<tr><td style="padding:16px 28px 24px;border-top:1px solid #e2ddd0;font-size:14px;color:#4b5d53">${footer.map(escape).join('<br>')}</td></tr>
</table></td></tr></table></body></html>`,
  }
}

/** Imported accounts may have no first name. */
const greetingOf = (firstName: string) => (firstName ? `Γεια σας, ${firstName}.` : 'Γεια σας,')

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
  buildMail(to, sender, {
    subject: `Ενεργοποίηση λογαριασμού – ${sender.product}`,
    lines: [
      'Γεια σας,',
      `Λάβαμε το αίτημά σας για λογαριασμό στην υπηρεσία «${sender.product}». Για να τον ενεργοποιήσετε, πατήστε τον παρακάτω σύνδεσμο.`,
    ],
    link: { label: 'Ενεργοποίηση λογαριασμού', url },
    after: [
      `Ο σύνδεσμος ισχύει για ${days} ημέρες.`,
      'Αν δεν ζητήσατε εσείς λογαριασμό, μην τον ενεργοποιήσετε: χωρίς ενεργοποίηση διαγράφεται. Για να μας το πείτε, πατήστε τον επόμενο σύνδεσμο.',
    ],
    otherLink: { label: 'Δεν ήσασταν εσείς;', url: disownUrl },
  })

/** Mail with the link that sets a new password. @param hours lifetime of the link in hours */
export const resetMail = (to: string, firstName: string, sender: Sender, url: string, hours: number): Mail =>
  buildMail(to, sender, {
    subject: `Επαναφορά συνθηματικού – ${sender.product}`,
    lines: [
      greetingOf(firstName),
      `Λάβαμε αίτημα για νέο συνθηματικό στον λογαριασμό σας στην υπηρεσία «${sender.product}». Για να το ορίσετε, πατήστε τον παρακάτω σύνδεσμο.`,
    ],
    link: { label: 'Ορισμός νέου συνθηματικού', url },
    after: [
      `Ο σύνδεσμος ισχύει για ${hours} ώρες και μόνο για μία φορά.`,
      'Αν δεν το ζητήσατε εσείς, αγνοήστε αυτό το μήνυμα: το συνθηματικό σας δεν αλλάζει.',
    ],
  })

/** Mail that reports a changed password to the owner, so that a change by an attacker is noticed. */
export const passwordChangedMail = (to: string, firstName: string, sender: Sender, url: string): Mail =>
  buildMail(to, sender, {
    subject: `Το συνθηματικό σας άλλαξε – ${sender.product}`,
    lines: [
      greetingOf(firstName),
      `Το συνθηματικό του λογαριασμού σας στην υπηρεσία «${sender.product}» μόλις άλλαξε. Αν το αλλάξατε εσείς, δεν χρειάζεται να κάνετε κάτι.`,
      'Αν δεν το αλλάξατε εσείς, ορίστε αμέσως νέο συνθηματικό και επικοινωνήστε μαζί μας.',
    ],
    link: { label: 'Ορισμός νέου συνθηματικού', url },
    after: [],
  })

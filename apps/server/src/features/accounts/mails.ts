import type { Language } from '@portal/contract/language.ts'
import { vocativeOf } from '@portal/contract/vocative.ts'
import { escapeHtml as escape } from '#server/lib/html/html.ts'
import type { BrowserLabel } from '#server/lib/security/browser-label.ts'
import type { Mail } from '#server/lib/mail/mailer.ts'

/** Name and contact data of the portal, shown in every mail, and the recipient's language. */
export type Sender = {
  language: Language
  product: string
  company: string
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
  const contact = [sender.contact.telephone && `Τηλ. ${sender.contact.telephone}`, sender.contact.email]
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
<html lang="el"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>
<body style="margin:0;background:#faf7f0;color:#14261d;font:16px/1.6 Arial,Helvetica,sans-serif">
<main><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #e2ddd0;border-radius:16px">
<tr><td style="padding:28px 28px 12px">
<p style="margin:0 0 20px;font-weight:bold;color:#14573a">${escape(sender.product)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escape(subject.replace(` – ${sender.product}`, ''))}</h1>
${lines.map(paragraph).join('\n')}
${link ? button(link) : ''}
${after.map(paragraph).join('\n')}
${otherLink ? `<p style="margin:0 0 16px"><a href="${escape(otherLink.url)}" style="color:#1a6b48">${escape(otherLink.label)}</a></p>` : ''}
</td></tr>
<tr><td style="padding:16px 28px 24px;border-top:1px solid #e2ddd0;font-size:14px;color:#4b5d53">${footer.map(escape).join('<br>')}</td></tr>
</table></td></tr></table></main></body></html>`,
  }
}

const button = ({
  label,
  url,
}: Link) => `<p style="margin:24px 0"><a href="${escape(url)}" style="display:inline-block;background:#1a6b48;color:#ffffff;text-decoration:none;font-weight:bold;padding:14px 24px;border-radius:12px">${escape(label)}</a></p>
<p style="margin:0 0 16px;font-size:14px;color:#4b5d53">Αν το κουμπί δεν λειτουργεί, αντιγράψτε αυτήν τη διεύθυνση στον περιηγητή σας:<br><a href="${escape(url)}" style="color:#1a6b48;word-break:break-all">${escape(url)}</a></p>`

/** Without a name where its vocative is not certain. */
export const greetingOf = (firstName: string) => {
  const name = vocativeOf(firstName)
  return name ? `Γεια σας, ${name},` : 'Γεια σας,'
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

/** A sign-in in words. `at`: ISO 8601; `network`: truncated address; unknown parts are empty. */
export type NewSignIn = BrowserLabel & { at: string; network: string }

const signInTime = new Intl.DateTimeFormat('el', {
  timeZone: 'Europe/Athens',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Mail that reports a sign-in from a browser that had not signed in to the account. @param url of the reset page */
export const newSignInMail = (
  to: string,
  firstName: string,
  sender: Sender,
  url: string,
  { at, browser, system, network }: NewSignIn,
): Mail =>
  buildMail(to, sender, {
    subject: `Νέα σύνδεση στον λογαριασμό σας – ${sender.product}`,
    lines: [
      greetingOf(firstName),
      `Κάποιος συνδέθηκε στον λογαριασμό σας στην υπηρεσία «${sender.product}» από περιηγητή που δεν είχατε χρησιμοποιήσει ως τώρα.`,
      `Πότε: ${signInTime.format(new Date(at))} (ώρα Ελλάδας)`,
      `Περιηγητής: ${[browser || 'άγνωστος', system].filter(Boolean).join(' σε ')}`,
      ...(network ? [`Δίκτυο: ${network}`] : []),
      'Αν ήσασταν εσείς, δεν χρειάζεται να κάνετε κάτι.',
      'Αν δεν ήσασταν εσείς, κάποιος γνωρίζει το συνθηματικό σας. Ορίστε αμέσως νέο: έτσι τερματίζονται και όλες οι συνδέσεις στον λογαριασμό σας.',
    ],
    link: { label: 'Ορισμός νέου συνθηματικού', url },
    after: [],
  })

/** Mails about second factors: subject, what happened, and what the owner does if it was not expected. */
const secondFactorTexts = {
  'second-factor-added': [
    'Προστέθηκε δεύτερο βήμα σύνδεσης',
    'Στον λογαριασμό σας προστέθηκε δεύτερο βήμα σύνδεσης. Αν το προσθέσατε εσείς, δεν χρειάζεται να κάνετε κάτι.',
    'Αν δεν το προσθέσατε εσείς, ορίστε αμέσως νέο συνθηματικό και επικοινωνήστε μαζί μας.',
  ],
  'second-factor-removed': [
    'Αφαιρέθηκε δεύτερο βήμα σύνδεσης',
    'Από τον λογαριασμό σας αφαιρέθηκε ένα δεύτερο βήμα σύνδεσης. Αν το αφαιρέσατε εσείς, δεν χρειάζεται να κάνετε κάτι.',
    'Αν δεν το αφαιρέσατε εσείς, ορίστε αμέσως νέο συνθηματικό και επικοινωνήστε μαζί μας.',
  ],
  'recovery-code-used': [
    'Σύνδεση με κωδικό ανάκτησης',
    'Στον λογαριασμό σας έγινε σύνδεση με κωδικό ανάκτησης. Ο κωδικός αυτός δεν ισχύει πια. Αν ήσασταν εσείς, δεν χρειάζεται να κάνετε κάτι.',
    'Αν δεν ήσασταν εσείς, ορίστε αμέσως νέο συνθηματικό και επικοινωνήστε μαζί μας.',
  ],
  'second-factor-reset': [
    'Το δεύτερο βήμα σύνδεσης αφαιρέθηκε',
    'Μετά από αίτημα, αφαιρέσαμε το δεύτερο βήμα σύνδεσης του λογαριασμού σας και τερματίσαμε τις συνδέσεις του. Στην επόμενη σύνδεση θα ζητηθεί μόνο το συνθηματικό σας.',
    'Αν δεν το ζητήσατε εσείς, ορίστε αμέσως νέο συνθηματικό και επικοινωνήστε μαζί μας.',
  ],
} as const
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
  const [subject, happened, otherwise] = secondFactorTexts[event]
  return buildMail(to, sender, {
    subject: `${subject} – ${sender.product}`,
    lines: [greetingOf(firstName), happened, otherwise],
    link: { label: 'Ορισμός νέου συνθηματικού', url },
    after: [],
  })
}

/** Mail that asks to confirm an erasure. @param hours lifetime of the link in hours */
export const erasureRequestedMail = (
  to: string,
  firstName: string,
  sender: Sender,
  url: string,
  hours: number,
): Mail =>
  buildMail(to, sender, {
    subject: `Επιβεβαίωση διαγραφής – ${sender.product}`,
    lines: [
      greetingOf(firstName),
      `Λάβαμε το αίτημά σας να διαγραφεί ο λογαριασμός σας στην υπηρεσία «${sender.product}». Για να το επιβεβαιώσετε, πατήστε τον παρακάτω σύνδεσμο.`,
      'Μετά την επιβεβαίωση θα έχετε λίγες ημέρες για να αλλάξετε γνώμη.',
    ],
    link: { label: 'Συνέχεια στη διαγραφή', url },
    after: [
      `Ο σύνδεσμος ισχύει για ${hours} ώρες.`,
      'Αν δεν το ζητήσατε εσείς, μην πατήσετε τον σύνδεσμο: ο λογαριασμός σας μένει όπως είναι. Αλλάξτε όμως το συνθηματικό σας, γιατί κάποιος το γνωρίζει.',
    ],
  })

const longDate = new Intl.DateTimeFormat('el-GR', {
  timeZone: 'Europe/Athens',
  dateStyle: 'full',
  timeStyle: 'short',
})

/** Mail with the date of a confirmed erasure. @param url link that cancels it */
export const erasureScheduledMail = (
  to: string,
  firstName: string,
  sender: Sender,
  { url, dueAt }: { url: string; dueAt: Date },
): Mail =>
  buildMail(to, sender, {
    subject: `Η διαγραφή του λογαριασμού σας – ${sender.product}`,
    lines: [
      greetingOf(firstName),
      `Ο λογαριασμός σας στην υπηρεσία «${sender.product}» θα διαγραφεί: ${longDate.format(dueAt)}. Έως τότε λειτουργεί κανονικά.`,
      'Μαζί του χάνονται οι πόντοι σας. Αν αλλάξατε γνώμη, πατήστε τον παρακάτω σύνδεσμο και δεν θα διαγραφεί τίποτα.',
    ],
    link: { label: 'Ακύρωση της διαγραφής', url },
    after: ['Αν θέλετε να προχωρήσει η διαγραφή, δεν χρειάζεται να κάνετε κάτι.'],
  })

const day = new Intl.DateTimeFormat('el-GR', { timeZone: 'UTC', dateStyle: 'full' })

/** Mail to the owner of an inactive account. @param until day, YYYY-MM-DD @param url of the sign-in page */
export const retentionWarningMail = (
  to: string,
  firstName: string,
  sender: Sender,
  { url, until }: { url: string; until: string },
): Mail =>
  buildMail(to, sender, {
    subject: `Ο λογαριασμός σας θα διαγραφεί – ${sender.product}`,
    lines: [
      greetingOf(firstName),
      `Έχετε πολύ καιρό να χρησιμοποιήσετε τον λογαριασμό σας στην υπηρεσία «${sender.product}». Δεν κρατάμε προσωπικά στοιχεία για περισσότερο από όσο χρειάζεται, και γι’ αυτό θα τον διαγράψουμε, μαζί με όσους πόντους έχετε.`,
      `Αν θέλετε να τον κρατήσετε, συνδεθείτε μία φορά έως και ${day.format(new Date(until))}.`,
    ],
    link: { label: 'Σύνδεση', url },
    after: ['Αν δεν τον χρειάζεστε πια, δεν χρειάζεται να κάνετε κάτι.'],
  })

/** The last mail, after an erasure. */
export const erasedMail = (to: string, firstName: string, sender: Sender): Mail =>
  buildMail(to, sender, {
    subject: `Ο λογαριασμός σας διαγράφηκε – ${sender.product}`,
    lines: [
      greetingOf(firstName),
      `Ο λογαριασμός σας στην υπηρεσία «${sender.product}» διαγράφηκε. Το όνομα, το email και το τηλέφωνό σας δεν υπάρχουν πια στη βάση μας, και δεν θα σας ξαναγράψουμε.`,
      'Από τα αντίγραφα ασφαλείας χάνονται όταν αυτά αντικατασταθούν. Μπορείτε όποτε θέλετε να εγγραφείτε ξανά, με νέο λογαριασμό.',
      'Σας ευχαριστούμε για όσα προσφέρατε στην ανακύκλωση.',
    ],
    after: [],
  })

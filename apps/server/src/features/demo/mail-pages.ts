import type { Brand } from '@portal/contract/site.ts'
import { escapeHtml as escape, htmlPage } from '#server/lib/html/html.ts'
import { splitLinks, type SavedMail } from './mailbox.ts'

const link = (url: string) => `<a class="url" href="${escape(url)}">${escape(url)}</a>`

const athens = new Intl.DateTimeFormat('el-GR', {
  timeZone: 'Europe/Athens',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const time = ({ sentAt }: SavedMail) =>
  `<time datetime="${sentAt.toISOString()}">${escape(athens.format(sentAt).replace(',', ''))}</time>`

/** @param body HTML, escaped already */
const page = (brand: Brand, title: string, body: string) =>
  htmlPage(brand, { title, style: '/outbox/style.css', body })

/** Page that lists the mails with the links in them. */
export function mailsPage(brand: Brand, mails: SavedMail[]): string {
  const items = mails.map(
    (mail) => `<li>
<h2><a href="/outbox/${escape(mail.name)}">${escape(mail.subject || 'Χωρίς θέμα')}</a></h2>
<p class="facts">Προς: ${escape(mail.to)} · ${time(mail)}</p>
${splitLinks(mail.text)
  .filter((part) => part.isLink)
  .map((part) => `<p>${link(part.text)}</p>`)
  .join('\n')}
</li>`,
  )
  const list =
    items.length > 0
      ? `<ol>\n${items.join('\n')}\n</ol>`
      : '<p class="empty">Δεν έχει σταλεί ακόμη κανένα μήνυμα.</p>'
  return page(
    brand,
    'Μηνύματα της επίδειξης',
    `<p class="lead">Η σελίδα αυτή υπάρχει μόνο στην επίδειξη. Δείχνει τα πιο πρόσφατα email που θα έστελνε η υπηρεσία, με τους συνδέσμους τους. Τα περισσότερα φτάνουν σε λίγα δευτερόλεπτα.</p>
<p class="actions"><a class="button" href="/outbox/">Ανανέωση</a> <a href="/">Επιστροφή στην υπηρεσία</a></p>
${list}`,
  )
}

/** Page of one mail: its text with clickable links. */
export function mailPage(brand: Brand, mail: SavedMail): string {
  const text = splitLinks(mail.text).map((part) => (part.isLink ? link(part.text) : escape(part.text)))
  return page(
    brand,
    mail.subject || 'Χωρίς θέμα',
    `<p class="facts">Προς: ${escape(mail.to)} · ${time(mail)}</p>
<div class="text">${text.join('').trim()}</div>
<p class="actions"><a href="/outbox/">Πίσω στα μηνύματα</a> <a href="/">Επιστροφή στην υπηρεσία</a></p>`,
  )
}

export const noMailPage = (brand: Brand): string =>
  page(
    brand,
    'Το μήνυμα δεν βρέθηκε',
    `<p class="actions"><a href="/outbox/">Πίσω στα μηνύματα</a> <a href="/">Επιστροφή στην υπηρεσία</a></p>`,
  )

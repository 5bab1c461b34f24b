import { inLanguage } from '@portal/contract/words/language.ts'
import type { PublicPage } from '@portal/contract/public-pages.ts'
import { escapeHtml, htmlPage, type PageBrand } from '#server/lib/html/html.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { renderMarkdown } from './markdown.ts'
import { styleAddress } from './pages-service.ts'

const texts = {
  el: {
    title: (label: string) => `${label}: εκδόσεις`,
    intro: 'Όλες οι εκδόσεις του κειμένου, με την ημέρα που δημοσιεύτηκε η καθεμία.',
    none: 'Δεν έχει δημοσιευτεί ακόμη καμία έκδοση.',
    version: (number: number, day: string) => `Έκδοση ${number}, από ${day}`,
    current: 'η τωρινή',
    old: (day: string) => `Αυτή η έκδοση δημοσιεύτηκε: ${day}.`,
    now: 'Η τωρινή έκδοση',
  },
  en: {
    title: (label: string) => `${label}: versions`,
    intro: 'All versions of the text, each with the day on which it was published.',
    none: 'No version has been published yet.',
    version: (number: number, day: string) => `Version ${number}, from ${day}`,
    current: 'the current one',
    old: (day: string) => `This version was published on ${day}.`,
    now: 'The current version',
  },
}

const dayOf = (at: Date) => athensDay(at).split('-').toReversed().join('/')

type Version = { number: number; servedAt: Date }

const labelOf = ({ language = 'el' }: PageBrand, page: PublicPage) =>
  inLanguage<string>(language, { el: page.label, en: page.english })

/** Lists the versions of a page, newest first. */
export function versionListPage(brand: PageBrand, page: PublicPage, versions: readonly Version[]): string {
  const text = texts[brand.language ?? 'el']
  const items = versions.map(({ number, servedAt }, at) => {
    const label = escapeHtml(text.version(number, dayOf(servedAt)))
    return `<li><a href="${page.path}/versions/${number}">${label}</a>${at === 0 ? ` (${text.current})` : ''}</li>`
  })
  return htmlPage(brand, {
    title: text.title(labelOf(brand, page)),
    style: styleAddress,
    body: items.length > 0 ? `<p>${text.intro}</p>\n<ul>\n${items.join('\n')}\n</ul>` : `<p>${text.none}</p>`,
  })
}

/** Shows a version as it was published. */
export function versionPage(
  brand: PageBrand,
  page: PublicPage,
  version: { text: string; servedAt: Date },
): string {
  const { language = 'el' } = brand
  const text = texts[language]
  const { title = labelOf(brand, page), body } = renderMarkdown(version.text, language)
  const note = `<p class="notice" role="note">${escapeHtml(text.old(dayOf(version.servedAt)))}
<a href="${page.path}">${text.now}</a></p>`
  return htmlPage(brand, { title, style: styleAddress, body: `${note}\n${body}` })
}

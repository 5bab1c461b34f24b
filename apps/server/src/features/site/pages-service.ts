import { type PublicPage, publicPages } from '@portal/contract/public-pages.ts'
import type { Config } from '#server/lib/config/config.ts'
import { contentFile, readContent } from '#server/lib/config/content.ts'
import { htmlPage } from '#server/lib/html/html.ts'
import { hasGaps, renderMarkdown } from './markdown.ts'

type Settings = Pick<Config, 'contentFolder' | 'brand' | 'publicUrl'>

export const styleAddress = '/pages/style.css'

const notice = `<p class="notice" role="note"><strong>Υπόδειγμα:</strong> ο φορέας πρέπει να προσαρμόσει το κείμενο, να
συμπληρώσει όσα βρίσκονται σε αγκύλες και να το εγκρίνει πριν λειτουργήσει η υπηρεσία.</p>`

/** Replaces {{company}}, {{product}}, {{url}}, {{telephone}}, {{email}}, {{address}}; others become gaps to fill in. */
function insertBrand(text: string, { brand, publicUrl }: Settings): string {
  const values = new Map(
    Object.entries({
      company: brand.company,
      product: brand.product,
      url: publicUrl,
      ...brand.contact,
    }),
  )
  return text.replace(
    /\{\{\s*(\w+)\s*\}\}/g,
    (_, name: string) => values.get(name) ?? `[συμπληρώστε: ${name}]`,
  )
}

const readPage = (page: PublicPage, settings: Settings) =>
  insertBrand(readContent(contentFile(settings.contentFolder, page)), settings)

/**
 * Returns a function that renders a public page. It reads the file at every call, so that edits are effective at once.
 * While the file is being replaced (missing, empty, invalid), it reports the error once and returns the page as it was.
 */
export function publicPageReader(
  page: PublicPage,
  settings: Settings,
  report: (error: unknown) => void,
): () => string {
  let rendered = { text: '', html: '' }
  let reported = ''
  const update = () => {
    const text = readPage(page, settings)
    if (text === rendered.text) return
    const { title = page.label, body } = renderMarkdown(text)
    const html = htmlPage(settings.brand, {
      title,
      style: styleAddress,
      isListed: true,
      body: hasGaps(text) ? `${notice}\n${body}` : body,
    })
    rendered = { text, html }
  }
  update()
  return () => {
    try {
      update()
      reported = ''
    } catch (error) {
      const { message } = error as Error
      if (message !== reported) report(error)
      reported = message
    }
    return rendered.html
  }
}

/** Returns one line for each public page that is still a template, for the terminal at startup. */
export function describeTemplates(settings: Settings): string[] {
  return publicPages
    .filter((page) => hasGaps(readPage(page, settings)))
    .map(
      (page) =>
        `${page.path} is a template: fill in a copy of ${contentFile(settings.contentFolder, page)} and set CONTENT_DIR (docs/operations.md, Public pages).`,
    )
}

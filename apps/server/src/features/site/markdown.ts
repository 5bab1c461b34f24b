import type { Language } from '@portal/contract/words/language.ts'
import MarkdownIt from 'markdown-it'
import { escapeHtml } from '#server/lib/html/html.ts'

/** Raw HTML is shown as text. Images are off: those of other sites would report visitors to them. */
const markdown = new MarkdownIt({ html: false, linkify: true }).disable('image')
// Otherwise names such as 'privacy.md' would become links: .md is a top-level domain.
markdown.linkify.set({ fuzzyLink: false })

const protocols = new Set(['http:', 'https:', 'mailto:', 'tel:'])
/** Parses as browsers do, which ignore line feeds and tabs in 'java\nscript:'. */
markdown.validateLink = (url) => protocols.has(URL.parse(url, 'https://portal.invalid')?.protocol ?? '')

/** What the operator has to fill in. A page that contains one is a template. Without `[` inside: linear time. */
const gap = /\[(?:συμπληρώστε|fill in)[^[\]]*\]/g
export const gapsIn = (text: string): string[] => text.match(gap) ?? []

markdown.renderer.rules['text'] = (tokens, at) =>
  escapeHtml(tokens[at]?.content ?? '').replace(gap, '<mark>$&</mark>')
markdown.renderer.rules['table_open'] = (_tokens, _at, _options, env) =>
  `<div class="table" role="region" aria-label="${env?.['language'] === 'en' ? 'Table' : 'Πίνακας'}" tabindex="0"><table>\n`
markdown.renderer.rules['table_close'] = () => '</table></div>\n'

/**
 * Renders Markdown (CommonMark with tables). The first line, if it is a heading of level 1, is the title; further ones
 * become level 2.
 * @returns title: text, undefined if there is none; body: HTML
 */
export function renderMarkdown(
  text: string,
  language: Language = 'el',
): { title: string | undefined; body: string } {
  const tokens = markdown.parse(text, {})
  const [first, inline] = tokens
  const hasTitle = first?.type === 'heading_open' && first.tag === 'h1'
  const title = hasTitle
    ? markdown.renderer.renderInlineAsText(inline?.children ?? [], markdown.options, {})
    : undefined
  const rest = hasTitle ? tokens.slice(3) : tokens
  for (const token of rest) {
    if (token.tag === 'h1') token.tag = 'h2'
    // The content security policy blocks the style attribute of aligned cells.
    const alignment = /^t[hd]_open$/.test(token.type) && token.attrGet('style')
    if (alignment) token.attrs = [['class', String(alignment).replace('text-align:', '')]]
  }
  return { title, body: markdown.renderer.render(rest, markdown.options, { language }) }
}

/**
 * Rejects sentences of more than 20 words in the Greek texts of screens, mails, public pages and the guide for the body: strings of the
 * sources, apps/server/content and docs/guide. A value in a template counts as one word; references to laws in parentheses count as none.
 */
import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'rolldown/parseAst'

const maxWords = 20

/** Beginnings of sentences that the specification or a law quotes. */
const exceptions: readonly string[] = []
/** No texts: lists of words and names. */
const ignored = /\.test\.|\/features\/demo\/|greek-passwords/

const greek = /[α-ωά-ώΐΰ]/i

type Text = { text: string; at: number }

/** Returns the strings, templates and JSX texts of a syntax tree. */
function textsOf(node: unknown): Text[] {
  if (Array.isArray(node)) return node.flatMap((one) => textsOf(one))
  if (typeof node !== 'object' || node === null || !('type' in node)) return []
  const at = 'start' in node && typeof node.start === 'number' ? node.start : 0
  if ('value' in node && typeof node.value === 'string') return [{ text: node.value, at }]
  const inner = Object.values(node).flatMap((child) => textsOf(child))
  if (node.type !== 'TemplateLiteral' || !('quasis' in node) || !Array.isArray(node.quasis)) return inner
  const parts = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
  return [{ text: parts.join('0'), at }, ...inner]
}

/** Returns the paragraphs, list items and cells of a Markdown file, without the labels before a colon. */
function blocksOf(source: string): Text[] {
  const blocks = source.matchAll(/(?:(?!\n\s*(?:\n|[-*|#]|\d+\. ))[^])+/g)
  return [...blocks].flatMap(({ 0: block, index }) =>
    block.split(' | ').map((cell) => ({ text: cell.replace(/^[\s|*-]*\*\*[^*]*\*\*:/, ''), at: index + 1 })),
  )
}

/** Splits after a full stop, a question mark or an upper point, except in abbreviations, and at empty lines. */
const sentencesOf = (text: string) =>
  text
    .replace(/<[^>]*>|\*\*|\((?:[^()]*(?:άρθρ|ν\. \d)[^()]*)\)|\[συμπληρώστε[^\]]*\]/g, ' ')
    .replace(/(?<=\b(?:π|χ|δηλ|αρ|παρ|ν|τηλ|κ)\.)\s/giu, '\u00a0')
    .split(/(?<=[.;!·…»)])(?<=[.;!·…]\S?)\s+(?=[^α-ωά-ώ])|\n\s*\n/u)

const wordsIn = (sentence: string) =>
  sentence.split(/[\s\u00a0]+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

const files = [
  ...globSync('{apps/web,apps/server,packages/contract}/src/**/*.{ts,tsx}'),
  ...globSync(['apps/server/content/*.md', 'docs/guide/*.md']),
]
for (const file of files.filter((path) => !ignored.test(path))) {
  const source = readFileSync(file, 'utf8')
  const isMarkdown = file.endsWith('.md')
  const found = isMarkdown
    ? blocksOf(source)
    : greek.test(source)
      ? textsOf(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
      : []
  const tooLong = found.flatMap(({ text, at }) =>
    sentencesOf(text)
      .filter((sentence) => greek.test(sentence) && wordsIn(sentence) > maxWords)
      .filter((sentence) => !exceptions.some((start) => sentence.trim().startsWith(start)))
      .map((sentence) => ({ line: source.slice(0, at).split('\n').length, sentence })),
  )
  for (const { line, sentence } of tooLong) {
    console.error(
      `${file}:${line}: ${wordsIn(sentence)} words, at most ${maxWords}: ${sentence.trim().replaceAll(/\s+/g, ' ')}`,
    )
    process.exitCode = 1
  }
}

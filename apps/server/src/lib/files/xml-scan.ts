import { WorkbookError } from './unzip.ts'

/** An element without its name: its attributes as written, and what is between its tags. */
export type Element = { attributes: string; inner: string; end: number }

/** Characters of an element: those of a row. */
const maxElement = 2_000_000

/** Elements may have a prefix, such as `x:row`: that of the first one. */
export const prefixOf = (start: string): string => /<([\w.-]{1,30}:)?\w/.exec(start)?.[1] ?? ''

/**
 * Returns the first element of this name from a position on. In the files of a workbook, none contains another of the same
 * name.
 * @returns undefined if there is none, or not all of it; `from`: where to look again with more text
 */
function next(text: string, name: string, at: number): Element | { from: number } {
  const open = `<${name}`
  let start = text.indexOf(open, at)
  while (start >= 0 && start + open.length < text.length && !/[\s/>]/.test(text[start + open.length] ?? ''))
    start = text.indexOf(open, start + open.length)
  if (start < 0) return { from: Math.max(at, text.length - open.length) }
  const tagEnd = text.indexOf('>', start)
  if (tagEnd < 0) return { from: start }
  const attributes = text.slice(start + open.length, tagEnd)
  if (attributes.endsWith('/')) return { attributes, inner: '', end: tagEnd + 1 }
  const close = text.indexOf(`</${name}>`, tagEnd)
  if (close < 0) return { from: start }
  return { attributes, inner: text.slice(tagEnd + 1, close), end: close + name.length + 3 }
}

/** All elements of a name in a text. */
export function* elementsIn(text: string, name: string): Generator<Element> {
  for (let found = next(text, name, 0); 'end' in found; found = next(text, name, found.end)) yield found
}

/**
 * All elements of a name in a file that arrives piece by piece, without its prefix.
 * @throws WorkbookError if one is too large, or the file has a document type: its entities could grow without end
 */
export async function* elementsOf(
  pieces: AsyncIterable<Buffer>,
  name: string,
): AsyncGenerator<Element & { prefix: string }> {
  const decoder = new TextDecoder('utf-8')
  let text = ''
  let prefix: string | undefined
  for await (const piece of pieces) {
    text += decoder.decode(piece, { stream: true })
    if (prefix === undefined) {
      if (text.includes('<!DOCTYPE')) throw new WorkbookError('workbook_unreadable')
      prefix = prefixOf(text)
    }
    let at = 0
    let found = next(text, prefix + name, at)
    while ('end' in found) {
      yield { ...found, prefix }
      at = found.end
      found = next(text, prefix + name, at)
    }
    text = text.slice(found.from)
    if (text.length > maxElement) throw new WorkbookError('workbook_large')
  }
}

const patterns = new Map<string, RegExp>()

/** The value of an attribute, by its name with prefix. */
export function attribute(attributes: string, name: string): string | undefined {
  const pattern = patterns.get(name) ?? new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)')`)
  patterns.set(name, pattern)
  const [, double, single] = pattern.exec(attributes) ?? []
  const value = double ?? single
  return value === undefined ? undefined : plainText(value)
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Replaces references to characters; of other entities, which only a document type could define, it keeps the name. */
export const plainText = (xml: string): string =>
  xml.includes('&')
    ? xml.replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w{1,8}));/g, (all, decimal, hex, name) => {
        if (name !== undefined) return named[name as string] ?? all
        const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal)
        return code <= 0x10_ffff ? String.fromCodePoint(code) : '\ufffd'
      })
    : xml

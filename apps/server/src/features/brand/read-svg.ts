import type { ErrorCode } from '@portal/contract/error-codes.ts'
import { escapeHtml } from '#server/lib/html/html.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'

const words = (text: string) => new Set(text.split(' '))

/** Shapes, texts and gradients. Neither `use` nor `pattern`: nested ones keep a browser busy for minutes. */
const elements = words(
  'svg g path rect circle ellipse line polyline polygon text tspan defs clipPath mask linearGradient radialGradient stop style',
)
/** Of drawing programs, for people and for themselves: left out with everything inside. */
const dropped = /^(?:title|desc|metadata|(?:sodipodi|inkscape|rdf|cc|dc|i|x|xodm|serif|sketch):[\w-]+)$/
const attributes = words(
  'id class style d x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy width height viewBox preserveAspectRatio points ' +
    'transform version offset gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits ' +
    'fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit ' +
    'stroke-dasharray stroke-dashoffset opacity color stop-color stop-opacity clip-path clip-rule mask display visibility ' +
    'font-family font-size font-weight font-style font-stretch letter-spacing word-spacing text-anchor dominant-baseline ' +
    'text-rendering shape-rendering vector-effect paint-order rotate textLength lengthAdjust pathLength',
)

const namespace = 'http://www.w3.org/2000/svg'
const maxDepth = 60

const refuse = (code: ErrorCode) => new ApiError(code)

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** @throws ApiError logo_entities, logo_damaged */
const unescape = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,40}))?(;?)/gi, (_, decimal, hex, name, end) => {
    if (end !== ';') throw refuse('logo_damaged')
    const named = entities[String(name)]
    if (name !== undefined) {
      if (named === undefined) throw refuse('logo_entities')
      return named
    }
    const code = decimal === undefined ? parseInt(String(hex), 16) : Number(decimal)
    if (!Number.isInteger(code) || code > 0x10_ffff || code < 9) throw refuse('logo_damaged')
    return String.fromCodePoint(code)
  })

/** References inside the image, such as `url(#gradient)`, are allowed. @throws ApiError logo_external */
function checkReferences(value: string): void {
  const others = value.replace(/url\(\s{0,9}(["']?)#[\w.-]+\1\s{0,9}\)/gi, '')
  if (/url\(|src\(|image(?:-set)?\(|[@\\]|https?:|data:/i.test(others)) throw refuse('logo_external')
}

/** Rules and declarations of CSS. @throws ApiError logo_external, logo_active, logo_element */
function checkStyle(value: string): void {
  checkReferences(value)
  if (/expression\(|script:|behaviou?r\s*:|binding\s*:/i.test(value)) throw refuse('logo_active')
  if (nesting.test(value)) throw refuse('logo_element')
}

/** What may refer to an element that does so itself: a chain of 30, each twice, would keep a browser busy for hours. */
const nesting = /clip-path|mask/i

/** Names, which may contain any word. */
const named = words('id class')

/** @throws ApiError logo_active, logo_external, logo_element */
function attributeOf(name: string, raw: string): string {
  const value = unescape(raw)
  if (/^on/i.test(name) || /script:/i.test(value.replace(/[\0-\x20]/g, ''))) throw refuse('logo_active')
  if (/(?:^|:)(?:href|src|base)$/i.test(name)) throw refuse('logo_external')
  if (!attributes.has(name)) return ''
  if (name === 'style') checkStyle(value)
  else if (!named.has(name)) checkReferences(value)
  return ` ${name}="${escapeHtml(value)}"`
}

/** A piece of the text: comment, CDATA, instruction, document type, closing tag, opening tag, or characters. */
const piece =
  /<!--(?:(?!-->)[^])*-->|<!\[CDATA\[(?<cdata>(?:(?!\]\]>)[^])*)\]\]>|<\?(?:(?!\?>)[^])*\?>|<!DOCTYPE(?<doctype>[^>[]*)>|<\/(?<close>[\w:.-]+)\s*>|<(?<open>[A-Za-z_][\w:.-]*)(?<attributes>(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/?)>|(?<text>[^<]+)/y

/**
 * Writes an SVG anew, with the elements and attributes of a list: refuses what could act or load something, and what it does
 * not know, and leaves out what drawing programs write for themselves.
 * @throws ApiError logo_type, logo_damaged, logo_active, logo_external, logo_entities, logo_element
 */
export function rewriteSvg(source: string): string {
  const text = source.replace(/^\ufeff/, '').trim()
  if (!/<svg[\s>]/.test(text)) throw refuse('logo_type')
  if (/<!ENTITY|<!DOCTYPE[^>]{0,300}\[/i.test(text)) throw refuse('logo_entities')
  const open: string[] = []
  /** Depth at which the content of an element is left out. */
  let leftOut: number | undefined
  let isOver = false
  let written = ''
  /** The text of the open style element: comments may divide its words. */
  let style = ''
  const write = (part: string) => {
    if (leftOut === undefined) written += part
  }
  piece.lastIndex = 0
  while (piece.lastIndex < text.length) {
    const found = piece.exec(text)?.groups
    if (!found) throw refuse('logo_damaged')
    const { open: name, close, text: characters = found['cdata'] } = found
    if (name !== undefined) {
      if (isOver || open.length >= maxDepth) throw refuse('logo_damaged')
      const opened = openingOf(name, found['attributes'] ?? '', open)
      if (opened === undefined) leftOut ??= open.length
      write(`${opened ?? ''}${found['empty'] ? '/>' : '>'}`)
      if (!found['empty']) open.push(name)
      else if (leftOut === open.length) leftOut = undefined
    } else if (close !== undefined) {
      if (open.pop() !== close) throw refuse('logo_damaged')
      if (close === 'style') {
        checkStyle(style)
        style = ''
      }
      write(`</${close}>`)
      if (leftOut === open.length) leftOut = undefined
    } else if (characters !== undefined && leftOut === undefined) {
      const read = charactersOf(characters, found, open)
      if (open.at(-1) === 'style') style += read
      write(escapeHtml(read))
    }
    isOver = written !== '' && open.length === 0
  }
  if (!isOver) throw refuse('logo_damaged')
  return written
}

/** @returns undefined: left out */
function openingOf(name: string, list: string, open: readonly string[]): string | undefined {
  const isRoot = open.length === 0
  if (open.at(-1) === 'style') throw refuse('logo_element')
  if (/(?:^|:)(?:script|foreignObject|handler|iframe|set|animate\w*)$/i.test(name))
    throw refuse('logo_active')
  if (/(?:^|:)(?:image|feImage|a|audio|video|link)$/i.test(name)) throw refuse('logo_external')
  const isReferred = [name, ...open].some((one) => one === 'clipPath' || one === 'mask')
  if (isReferred && /\s(?:clip-path|mask)\s*=/.test(list)) throw refuse('logo_element')
  // Also of elements that are left out: a logo with them is no logo.
  const written = [...list.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)]
    .map(([, attribute = '', double, single]) => attributeOf(attribute, double ?? single ?? ''))
    .join('')
  if (isRoot !== (name === 'svg')) throw refuse(isRoot ? 'logo_type' : 'logo_element')
  if (dropped.test(name)) return undefined
  if (!elements.has(name)) throw refuse('logo_element')
  return `<${name}${isRoot ? ` xmlns="${namespace}"` : ''}${written}`
}

function charactersOf(
  characters: string,
  found: Record<string, string | undefined>,
  open: readonly string[],
): string {
  const within = open.at(-1)
  const read = found['cdata'] ?? unescape(characters)
  if (within === 'style' || within === 'text' || within === 'tspan') return read
  if (read.trim() !== '') throw refuse('logo_damaged')
  return ''
}

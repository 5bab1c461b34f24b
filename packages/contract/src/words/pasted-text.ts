/** Removes invisible characters of pasted texts. Without zod, because forms use it, too. */

/**
 * Zero-width characters and marks of direction, which documents, chats and web pages add to copied texts. The joiners
 * U+200C and U+200D only where they follow a letter of these scripts or none: names in Persian and Indian scripts
 * contain them.
 */
const invisible =
  /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|(?<!(?![\p{Script=Greek}\p{Script=Latin}\p{Script=Cyrillic}])[\p{L}\p{M}])[\u200c\u200d]/gu

/** Returns a line of text without invisible characters, trimmed, with common spaces and hyphens for their variants. */
export const cleanLine = (text: string): string =>
  text
    .replace(invisible, '')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/[\u2010\u2011]/g, '-')
    .trim()

const edge = /[\s\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069]/

/** Returns a text without invisible characters at its ends, for e-mail addresses. */
export function cleanEnds(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && edge.test(text[start] ?? '')) start += 1
  while (start < end && edge.test(text[end - 1] ?? '')) end -= 1
  return text.slice(start, end)
}

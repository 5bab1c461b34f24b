/**
 * Splits a code into groups of at most four characters of about the same length, to read aloud and to compare. Keeps the
 * code's own separators: 'K8F3Q7TZ1' → 'K8F', '3Q7', 'TZ1'; 'AB-12345' → 'AB-', '123', '45'.
 */
export const codeGroups = (code: string): string[] =>
  (code.match(/[^\s-]+[\s-]*|[\s-]+/g) ?? []).flatMap((part) => {
    const [, word = '', separator = ''] = /^([^\s-]*)([\s-]*)$/.exec(part) ?? []
    if (word === '') return [part]
    const size = Math.ceil(word.length / Math.ceil(word.length / 4))
    const groups = word.match(new RegExp(`.{1,${size}}`, 'gu')) ?? []
    return groups.map((group, at) => (at === groups.length - 1 ? group + separator.trim() : group))
  })

/** Where the portal's secret comes from. */
export type Secret = { kind: 'given'; value: string } | { kind: 'file'; file: string }

/** Shorter ones could be tried out by whoever got hold of a backup. */
const least = 32

/** @returns what is wrong with a secret; undefined: nothing */
export function errorOfSecret(text: string): string | undefined {
  if (text.length < least)
    return `is shorter than ${least} characters; make one with: openssl rand -base64 48`
  if (new Set(text).size < 10) return 'is too simple for a secret; make one with: openssl rand -base64 48'
  return undefined
}

/** Source of the portal's secret: PORTAL_SECRET or a file. */
export type Secret = { kind: 'given'; value: string } | { kind: 'file'; file: string }

/** Minimum length in characters: shorter secrets could be brute-forced with a stolen backup. */
const minLength = 32

/** @returns why a secret is invalid; undefined if it is valid */
export function errorOfSecret(text: string): string | undefined {
  if (text.length < minLength)
    return `is shorter than ${minLength} characters; make one with: openssl rand -base64 48`
  if (new Set(text).size < 10) return 'is too simple for a secret; make one with: openssl rand -base64 48'
  return undefined
}

/** Encodes an account id for links: base64url, as in Djoser. Not secret, unlike the token that follows it. */
export const encodeUid = (id: number) => Buffer.from(String(id)).toString('base64url')

/** @returns the account id; undefined if the text is invalid */
export function decodeUid(uid: string): number | undefined {
  const text = Buffer.from(uid, 'base64url').toString('latin1')
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}

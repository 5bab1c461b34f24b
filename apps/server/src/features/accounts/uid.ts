/** How a link names an account: the id in base64url, as Djoser writes it. It is no secret; the token beside it is. */
export const encodeUid = (id: number) => Buffer.from(String(id)).toString('base64url')

/** @returns the id, or undefined where the text names none */
export function decodeUid(uid: string): number | undefined {
  const text = Buffer.from(uid, 'base64url').toString('latin1')
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}

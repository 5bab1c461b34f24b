export type Mailed = { text?: string } | undefined
export type LinkOf = { uid: string; token: string }

/** The address of a page in a mail. @param page path before the link's uid */
export function addressOf(page: string, mail: Mailed): string {
  const [address] = new RegExp(`https?://[^\\s/]+/${page}/\\S+`).exec(mail?.text ?? '') ?? []
  if (!address) throw new Error(`No link to ${page} in: ${mail?.text}`)
  return address
}

/** The uid and token of a mailed link. */
export function linkTo(page: string, mail: Mailed): LinkOf {
  const [, uid = '', token = ''] = /\/([\w-]+)\/([\w-]+)(?:\?|$)/.exec(addressOf(page, mail)) ?? []
  return { uid, token }
}

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'

/** A mail that was kept as a file instead of being sent. */
export type KeptMail = { name: string; to: string; subject: string; sentAt: Date; text: string }

/** The names that lib/mail/mail.ts gives: nothing else in the folder is shown, and nothing outside of it can be asked for. */
const fileName = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)-[0-9a-f]{8}\.eml$/

/** @returns the newest mails, the newest first; none where nothing was ever sent */
export async function listMails(folder: string, limit: number): Promise<KeptMail[]> {
  const files = await readdir(folder).catch(() => [])
  const newest = files
    .filter((file) => fileName.test(file))
    .sort()
    .toReversed()
    .slice(0, limit)
  const mails = await Promise.all(newest.map((name) => findMail(folder, name)))
  return mails.filter((mail) => mail !== undefined)
}

/** @returns undefined where no mail has this name */
export async function findMail(folder: string, name: string): Promise<KeptMail | undefined> {
  const match = fileName.exec(name)
  const file = match && (await readFile(join(folder, name)).catch(() => undefined))
  if (!match || !file) return undefined
  const mail = await PostalMime.parse(file)
  return {
    name,
    to: (mail.to ?? []).map(({ address }) => address ?? '').join(', '),
    subject: mail.subject ?? '',
    sentAt: new Date(`${match[1]}${match[2]}:${match[3]}:${match[4]}`),
    text: mail.text ?? '',
  }
}

/** A text cut into its addresses and what stands between them. */
export function cutAtLinks(text: string): { text: string; isLink: boolean }[] {
  const parts = text.split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]»])/)
  return parts
    .map((part, place) => ({ text: part, isLink: place % 2 === 1 }))
    .filter((part) => part.text !== '')
}

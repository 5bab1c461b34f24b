import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'

/** Mail that was saved as a file instead of sent. */
export type SavedMail = { name: string; to: string; subject: string; sentAt: Date; text: string }

/** File names written by lib/mail/mailer.ts; rejects other files and paths outside the folder. */
const fileName = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)-[0-9a-f]{8}\.eml$/

/** Lists the newest mails, newest first; empty if the folder does not exist. */
export async function listMails(folder: string, limit: number): Promise<SavedMail[]> {
  const files = await readdir(folder).catch(() => [])
  const newest = files
    .filter((file) => fileName.test(file))
    .sort()
    .toReversed()
    .slice(0, limit)
  const mails = await Promise.all(newest.map((name) => findMail(folder, name)))
  return mails.filter((mail) => mail !== undefined)
}

/** @returns undefined if there is no mail with this file name */
export async function findMail(folder: string, name: string): Promise<SavedMail | undefined> {
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

/** Splits a text into http(s) links and the text between them. */
export function splitLinks(text: string): { text: string; isLink: boolean }[] {
  const parts = text.split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]»])/)
  return parts
    .map((part, place) => ({ text: part, isLink: place % 2 === 1 }))
    .filter((part) => part.text !== '')
}

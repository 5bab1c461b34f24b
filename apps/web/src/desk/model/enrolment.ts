import { storeOf } from './store.ts'

/** A code, or the link of a partner's contact. */
export type Enrolment = { code: string } | { link: string }

/** Reads what the QR code of an enrolment has put into the address, and removes it from there and from the history. */
function takeFromAddress(): Enrolment | undefined {
  const { hash, pathname, search } = window.location
  if (hash.length < 2) return undefined
  window.history.replaceState(null, '', pathname + search)
  const link = /^#link=(.+)$/.exec(hash)?.[1]
  if (link !== undefined) return { link }
  return { code: hash.slice(1) }
}

export const enrolment = storeOf<Enrolment | undefined>(takeFromAddress())

// A second QR code that the same page is opened with.
window.addEventListener('hashchange', () => enrolment.set(takeFromAddress() ?? enrolment.get()))

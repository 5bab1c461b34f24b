import { useSyncExternalStore } from 'react'
import { hasNewInput, onInput } from './presence.ts'

/**
 * Knows when the session ends if it is not used. Reads the profile again
 * - when the user typed without causing a call, so that typing counts as a use;
 * - shortly before the end, because another tab may have used the session: otherwise the page warns (WCAG 2.2.1);
 * - at the end, so that no personal data remains on an unattended screen: the guards then redirect.
 */

/** The warning appears this long before the end; earlier than a third of the longest time known, for short limits. */
const warningMs = 120_000
/** Minimum time between two reads because of the session's end. */
const pauseMs = 5_000
const dayMs = 86_400_000

let end: { at: number; readAt: number } | undefined
/** The longest remaining time that the server reported: about the idle limit. */
let longest = 0
let read: (() => void) | undefined
let timer: ReturnType<typeof setTimeout> | undefined
/** Whether the session ends soon: unless it is used, or in any case (absolute limit). */
type Closing = 'no' | 'unless used' | 'for good'
let closing: Closing = 'no'
/** Whether the user asked to extend the session in the last two minutes. */
let extending = false
const listeners = new Set<() => void>()

const warning = () => Math.min(warningMs, longest / 3)

function setClosing(value: Closing): void {
  if (closing === value) return
  closing = value
  for (const listener of listeners) listener()
}

function plan(): void {
  clearTimeout(timer)
  const now = Date.now()
  const isSoon = end !== undefined && end.at - now <= warning()
  if (!isSoon) extending = false
  if (!isSoon || !extending) setClosing(isSoon ? 'unless used' : 'no')
  if (end && read) timer = setTimeout(onTimer, delayOf(end, now))
}

function delayOf({ at, readAt }: { at: number; readAt: number }, now: number): number {
  const left = at - now
  if (left > warning()) return Math.min(left - warning(), longest / 6, dayMs)
  if (readAt < at - warning()) return 0
  return left > 0 ? left : Math.max(0, readAt + pauseMs - now)
}

function onTimer(): void {
  if (!end) return
  if (end.at - Date.now() <= warning() || hasNewInput()) readAgain()
  else plan()
}

function readAgain(): void {
  if (!end || !read) return
  // If the call fails, the next one follows after the pause.
  end.readAt = Date.now()
  plan()
  read()
}

/** Uses the session, so that it does not end now. */
export function extendSession(): void {
  extending = true
  readAgain()
}

onInput(() => {
  if (closing === 'unless used' && end && Date.now() - end.readAt >= pauseMs) extendSession()
})

/** @param seconds that remain, as the server reports them; undefined: there is no session, or an older server */
export function setSessionEnd(seconds: number | undefined): void {
  // Rounded up, so that the session has ended when the time is over.
  const left = seconds === undefined ? 0 : (seconds + 1) * 1000
  longest = seconds === undefined ? 0 : Math.max(longest, left)
  end = seconds === undefined ? undefined : { at: Date.now() + left, readAt: Date.now() }
  plan()
  if (end && extending) setClosing('for good')
}

/** Starts watching. @param readProfile reloads the profile; never rejects. Returns the function that stops. */
export function watchSessionEnd(readProfile: () => void): () => void {
  read = readProfile
  plan()
  return () => {
    read = undefined
    clearTimeout(timer)
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns whether to warn of the session's end. */
export const useSessionClosing = () => useSyncExternalStore(subscribe, () => closing)

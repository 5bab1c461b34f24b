import type { Owner, PasswordRule } from '@portal/contract/password-rules.ts'
import { breaks, isPattern, commonPasswords } from '@portal/contract/password-rules.ts'
import { plural } from '@portal/contract/words/plural.ts'
import { useEffect, useState } from 'react'
import type { CheckItem, CheckState } from '#web/ui/forms/checklist.tsx'
import { Checklist } from '#web/ui/forms/checklist.tsx'
import { Hidden } from '#web/ui/layout/hidden.tsx'
import { inLanguage } from '#web/lib/language.ts'

const text = inLanguage({
  el: {
    length: 'Έχει τουλάχιστον 8 χαρακτήρες',
    numeric: 'Έχει και γράμματα ή σύμβολα',
    similar: 'Δεν μοιάζει με το email, το όνομα ή το επώνυμό σας',
    common: 'Είναι δύσκολο να το μαντέψει κάποιος',
    later: ' (θα ελεγχθεί όταν στείλετε τη φόρμα)',
    fine: 'Το συνθηματικό είναι εντάξει ως εδώ.',
    unmet: (rules: string[]) =>
      `${plural(rules.length, 'Δεν τηρείται ακόμη ο κανόνας', 'Δεν τηρούνται ακόμη οι κανόνες')} «${rules.join('», «')}».`,
  },
  en: {
    length: 'Has at least 8 characters',
    numeric: 'Also has letters or symbols',
    similar: 'Differs from your email, first name and last name',
    common: 'Is hard to guess',
    later: ' (will be checked when you send the form)',
    fine: 'The password is fine so far.',
    unmet: (rules: string[]) => `Not met yet: “${rules.join('”, “')}”.`,
  },
})

/** The line of the list that states a rule. */
const lines: Record<PasswordRule, string> = {
  password_too_short: text.length,
  password_entirely_numeric: text.numeric,
  password_too_similar_email: text.similar,
  password_too_similar_first_name: text.similar,
  password_too_similar_last_name: text.similar,
  password_too_common: text.common,
}

const noOwner: Owner = { email: '', firstName: '', lastName: '' }

/** Debounce of announcements, so that they do not interrupt typing. */
const announceDelayMs = 1200

const stateOf = (broken: boolean): CheckState => (broken ? 'broken' : 'met')

/** Compares with the address and the names; 'open' if the owner is unknown. */
function similarity(password: string, owner: Owner): CheckState {
  if (Object.values(owner).every((value) => value.trim() === '')) return 'open'
  return stateOf(
    breaks.password_too_similar_email(password, owner) ||
      breaks.password_too_similar_first_name(password, owner) ||
      breaks.password_too_similar_last_name(password, owner),
  )
}

const isCommon = (password: string) =>
  commonPasswords.has(password.trim().toLowerCase()) || isPattern(password)

/**
 * Checks a new password by the server's rules (portal.md §5), as far as the browser can: the list of common passwords
 * is only on the server.
 */
function checksOf(password: string, owner: Owner): CheckItem[] {
  if (password === '') {
    return [text.length, text.numeric, text.similar, text.common].map((label) => ({ label, state: 'open' }))
  }
  return [
    { label: text.length, state: stateOf(breaks.password_too_short(password, owner)) },
    { label: text.numeric, state: stateOf(breaks.password_entirely_numeric(password, owner)) },
    { label: text.similar, state: similarity(password, owner) },
    { label: text.common, state: isCommon(password) ? 'broken' : 'open' },
  ]
}

type PasswordStrengthProps = {
  password: string
  owner?: Owner | undefined
  /** Whether the field was left: before that no rule is marked as broken. */
  left: boolean
  /** Rules because of which the server rejected this password. */
  rejections: PasswordRule[]
}

/** Rules under a new password's field; updated while typing, announced after a pause. */
export function PasswordStrength({ password, owner = noOwner, left, rejections }: PasswordStrengthProps) {
  const checks = checksOf(password, owner)
  const items = checks.map(({ label, state }): CheckItem => {
    if (rejections.some((rule) => lines[rule] === label)) return { label, state: 'broken' }
    return { label, state: state === 'broken' && !left ? 'open' : state }
  })
  const isBroken =
    items.some(({ state }) => state === 'broken') || checks.some(({ state }) => state === 'broken')
  const shown = items.map(({ label, state }) => ({
    label: label === text.common && !isBroken ? label + text.later : label,
    state,
  }))
  const unmet = items.filter(({ state }) => state === 'broken').map(({ label }) => label)
  const isFine = password !== '' && checks.every(({ state }) => state !== 'broken')
  const status = unmet.length > 0 ? text.unmet(unmet) : isFine ? text.fine : ''
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAnnouncement(status), announceDelayMs)
    return () => clearTimeout(timer)
  }, [status])

  return (
    <>
      <Checklist items={shown} />
      <div aria-live="polite">
        <Hidden>{announcement}</Hidden>
      </div>
    </>
  )
}

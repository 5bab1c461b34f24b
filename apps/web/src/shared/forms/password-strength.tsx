import type { Owner } from '@portal/contract/password-rules.ts'
import { breaks, isPattern, mostCommon } from '@portal/contract/password-rules.ts'
import { useEffect, useState } from 'react'
import type { CheckItem, CheckState } from '#web/ui/forms/checklist.tsx'
import { Checklist } from '#web/ui/forms/checklist.tsx'
import { Hidden } from '#web/ui/layout/hidden.tsx'

const text = {
  length: 'Τουλάχιστον 8 χαρακτήρες',
  numeric: 'Όχι μόνο αριθμοί',
  similar: 'Δεν μοιάζει με το email, το όνομα ή το επώνυμό σας',
  common: 'Δεν είναι από τα πολύ κοινά (ελέγχεται κατά την υποβολή)',
  fine: 'Το συνθηματικό τηρεί όσους κανόνες ελέγχονται εδώ.',
  unmet: (rules: string[]) => `Δεν τηρούνται ακόμη οι κανόνες: ${rules.join(', ')}.`,
}

const nobody: Owner = { email: '', firstName: '', lastName: '' }

/** Long enough that nobody is interrupted while typing. */
const quietMs = 1200

const stateOf = (broken: boolean): CheckState => (broken ? 'broken' : 'met')

/** Is it like the address or a name? While the portal doesn't know whose password it is, nobody can say. */
function similarity(password: string, owner: Owner): CheckState {
  if (Object.values(owner).every((value) => value.trim() === '')) return 'open'
  return stateOf(
    breaks.password_too_similar_email(password, owner) ||
      breaks.password_too_similar_first_name(password, owner) ||
      breaks.password_too_similar_last_name(password, owner),
  )
}

const isCommon = (password: string) => mostCommon.has(password.trim().toLowerCase()) || isPattern(password)

/** What the browser can say of a new password by the server's own rules (portal.md §5); whose list of common ones is long. */
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

/** The rules under a new password's field; they tick while one types, and say so to listeners once one pauses. */
export function PasswordStrength({
  password,
  owner = nobody,
}: {
  password: string
  owner?: Owner | undefined
}) {
  const items = checksOf(password, owner)
  const unmet = items.filter(({ state }) => state === 'broken').map(({ label }) => label)
  const decision = password === '' ? '' : unmet.length === 0 ? text.fine : text.unmet(unmet)
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSaid(decision), quietMs)
    return () => clearTimeout(timer)
  }, [decision])

  return (
    <>
      <Checklist items={items} />
      <div aria-live="polite">
        <Hidden>{said}</Hidden>
      </div>
    </>
  )
}

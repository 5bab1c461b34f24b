import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { PasswordStrength } from './password-strength.tsx'

const maria = { email: 'maria.pappa@example.gr', firstName: 'Μαρία', lastName: 'Παππά' }

/** The rules as text for screen readers. */
const ruleTexts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
const [length, numeric, similar, common] = [
  'Έχει τουλάχιστον 8 χαρακτήρες',
  'Έχει και γράμματα ή σύμβολα',
  'Δεν μοιάζει με το email, το όνομα ή το επώνυμό σας',
  'Είναι δύσκολο να το μαντέψει κάποιος',
] as const
const later = ' (θα ελεγχθεί όταν στείλετε τη φόρμα)'
const [met, broken] = [' (ο κανόνας τηρείται)', ' (ο κανόνας δεν τηρείται ακόμη)'] as const

describe('PasswordStrength', () => {
  it.each([
    ['nothing', '', [length, numeric, similar, common + later]],
    ['a good one', 'πράσινο-λάδι-42', [length + met, numeric + met, similar + met, common + later]],
    ['short digits', '1234', [length + broken, numeric + broken, similar + met, common]],
    ['a name', 'μαρία2024', [length + met, numeric + met, similar + broken, common]],
    ['a part of the address', 'Pappa77', [length + broken, numeric + met, similar + broken, common]],
    ['a common password', 'Password', [length + met, numeric + met, similar + met, common + broken]],
  ])('shows the results of the server’s rules for %s', (_, password, rules) => {
    render(<PasswordStrength password={password} owner={maria} left rejections={[]} />)
    expect(ruleTexts()).toEqual(rules)
  })

  it('marks nothing as wrong before the field is left', () => {
    render(<PasswordStrength password="μαρία1" owner={maria} left={false} rejections={[]} />)
    expect(ruleTexts()).toEqual([length, numeric + met, similar, common])
  })

  it('ticks no rule because of which the server rejected the password', () => {
    const rejections = ['password_too_similar_last_name', 'password_too_common'] as const
    render(
      <PasswordStrength password="πράσινο-λάδι" owner={maria} left={false} rejections={[...rejections]} />,
    )
    expect(ruleTexts()).toEqual([length + met, numeric + met, similar + broken, common + broken])
  })

  it('leaves the similarity open if the owner is unknown', () => {
    render(<PasswordStrength password="πράσινο-λάδι-42" left rejections={[]} />)
    expect(ruleTexts()).toEqual([length + met, numeric + met, similar, common + later])
  })

  it('is announced after a pause, not at each key', async () => {
    const { container, rerender } = render(
      <PasswordStrength password="a" owner={maria} left rejections={[]} />,
    )
    const announced = () => container.querySelector('[aria-live]')?.textContent
    rerender(<PasswordStrength password="ab" owner={maria} left rejections={[]} />)
    expect(announced()).toBe('')
    expect(await screen.findByText(`Δεν τηρείται ακόμη ο κανόνας «${length}».`)).toBeTruthy()
  })
})

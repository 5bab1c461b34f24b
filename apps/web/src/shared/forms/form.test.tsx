import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { TextField } from '#web/ui/forms/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { ApiError, Unreachable } from '#web/api/call.ts'
import { useForm } from './form.ts'
import { refused } from '#web/api/refusal-in-test.tsx'

type Values = { email: string; repeat: string }
const blank = (_: unknown, label: string) => `Λείπει: ${label}`
const sentences = {
  blank,
  email_taken: 'Υπάρχει ήδη.',
  username_taken: 'Υπάρχει ήδη.',
  passwords_differ: 'Διαφέρουν.',
}

const check = ({ email, repeat }: Values): ErrorDetail[] => [
  ...(email === '' ? [{ code: 'blank', field: 'email' } as const] : []),
  ...(repeat === '' ? [{ code: 'blank', field: 'repeat' } as const] : []),
]

type FormProps = { submit: (values: Values) => Promise<unknown>; sentencesOnly?: boolean }

function Form({ submit, sentencesOnly = false }: FormProps) {
  const { form, field, problems, pending } = useForm<keyof Values>({
    initial: { email: '', repeat: '' },
    labels: { email: 'Email', repeat: 'Ξανά' },
    check,
    sentences,
    places: { username_taken: 'email', passwords_differ: 'repeat' },
    sentencesOnly,
    submit,
  })
  return (
    <form {...form}>
      {problems
        .filter(({ field }) => field === undefined)
        .map(({ text }) => (
          <Notice key={text} tone="error">
            {text}
          </Notice>
        ))}
      <TextField {...field('email')} />
      <TextField {...field('repeat')} />
      <button type="submit">{pending ? 'Περιμένετε' : 'Αποστολή'}</button>
    </form>
  )
}

const email = () => screen.getByLabelText<HTMLInputElement>('Email')
const repeat = () => screen.getByLabelText<HTMLInputElement>('Ξανά')
const send = () => screen.getByRole('button')
const describedBy = (input: HTMLInputElement) =>
  document.querySelector(`#${CSS.escape(input.getAttribute('aria-describedby') ?? 'nothing')}`)?.textContent

async function fillAndSend(submit: FormProps['submit'], sentencesOnly = false) {
  const user = userEvent.setup()
  render(<Form submit={submit} sentencesOnly={sentencesOnly} />)
  await user.type(email(), 'a@b.gr')
  await user.type(repeat(), 'x')
  await user.click(send())
  return user
}

describe('useForm', () => {
  it('does not submit invalid values, shows the errors at their fields, and focuses the first', async () => {
    const submit = vi.fn<(values: Values) => Promise<unknown>>()
    const user = userEvent.setup()
    render(<Form submit={submit} />)
    await user.click(send())
    expect(submit).not.toHaveBeenCalled()
    expect(describedBy(email())).toBe('Λείπει: Email')
    expect(describedBy(repeat())).toBe('Λείπει: Ξανά')
    expect(document.activeElement).toBe(email())

    await user.type(email(), 'a')
    expect(email().getAttribute('aria-invalid')).toBeNull()
    expect(describedBy(repeat())).toBe('Λείπει: Ξανά')
  })

  it('shows a server error at its field, and only once', async () => {
    const errors = [{ code: 'email_taken', field: 'email' }, { code: 'username_taken' }] as const
    await fillAndSend(() => Promise.reject(refused(...errors)))
    expect(describedBy(email())).toBe('Υπάρχει ήδη.')
    expect(screen.getAllByText('Υπάρχει ήδη.')).toHaveLength(1)
    expect(document.activeElement).toBe(email())
  })

  it('shows an error of the whole form at the field given in `places`', async () => {
    await fillAndSend(() => Promise.reject(refused({ code: 'passwords_differ' })))
    expect(describedBy(repeat())).toBe('Διαφέρουν.')
    expect(document.activeElement).toBe(repeat())
  })

  it('shows an unknown error unchanged, and clears it on an edit', async () => {
    const user = await fillAndSend(() => Promise.reject(new ApiError(400, { age: ['Too young.'] })))
    expect(screen.getByRole('alert').textContent).toBe('age: Too young.')
    expect(document.activeElement).toBe(screen.getByRole('alert'))
    await user.type(email(), 'b')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('shows an error body of unknown shape as JSON', async () => {
    await fillAndSend(() => Promise.reject(new ApiError(400, { email: { code: 7 } })))
    expect(JSON.parse(screen.getByRole('alert').textContent)).toEqual({ email: { code: 7 } })
  })

  it.each([[{ email: { code: 7 } }], [{ age: ['Too young.'] }], ['null']])(
    'shows a sentence in place of %j on screens without raw responses',
    async (body) => {
      await fillAndSend(() => Promise.reject(new ApiError(400, body)), true)
      expect(screen.getByRole('alert').textContent).toBe(
        'Η υπηρεσία έδωσε απάντηση που δεν περιμέναμε. Παρακαλώ προσπαθήστε ξανά σε λίγο.',
      )
    },
  )

  it('shows a Greek message if there is no response', async () => {
    await fillAndSend(() => Promise.reject(new Unreachable('no network')))
    expect(screen.getByRole('alert').textContent).toContain('Δεν υπάρχει επικοινωνία με την υπηρεσία.')
  })

  it('ignores further submits while one is pending', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const submit = vi.fn<(values: Values) => Promise<unknown>>(() => promise)
    const user = await fillAndSend(submit)
    expect(send().textContent).toBe('Περιμένετε')
    await user.click(send())
    await user.type(repeat(), '{Enter}')
    expect(submit.mock.calls).toEqual([[{ email: 'a@b.gr', repeat: 'x' }]])
    resolve()
    expect(await screen.findByText('Αποστολή')).toBeTruthy()
  })
})

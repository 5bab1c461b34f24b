import type { ErrorDetail, UnknownError, ErrorCode } from '@portal/contract/error-codes.ts'
import type { ChangeEvent, FormEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/api/call.ts'
import { problemText, rawText, textOf } from '#web/api/common-error-text.ts'

type AnyError = ErrorDetail | UnknownError
type Sentences = Parameters<typeof textOf>[0]

type FormOptions<Name extends string> = {
  /** Initial value of every field. */
  initial: Record<Name, string>
  /** Labels used in error messages. */
  labels: Record<Name, string>
  /** Client-side rules; their errors look like the server's. */
  check: (values: Record<Name, string>) => AnyError[]
  /** Greek error messages: `SentencesOf<typeof endpoint>`. */
  sentences: Sentences
  /** Errors shown at another field than the API's: 'passwords_differ' belongs to the repetition. */
  places?: Partial<Record<ErrorCode, Name>>
  /** Only one success: afterwards the fields are read-only (portal.md §4, reset request, password change). */
  once?: boolean
  /** Whether an edit clears all errors, not only those of its own field (portal.md §4, password change). */
  editClearsAll?: boolean
  /** Shows a sentence in place of errors without one, of which other forms show the server's words (portal.md §8). */
  sentencesOnly?: boolean
  submit: (values: Record<Name, string>) => Promise<unknown>
}

/** An error to show at a field, or for the whole form. */
export type Problem<Name extends string> = { code: AnyError['code']; field?: Name; text: string }

/**
 * State of a form: values, problems, pending. Client-side errors and those of the server are assigned to fields in the
 * same way. After a failure focuses the first invalid field, or else the element marked `data-problem`; after success
 * the one marked `data-success`. Ignores a second submit while the first is pending.
 */
export function useForm<Name extends string>(options: FormOptions<Name>) {
  const { initial, labels, sentences, places = {}, once = false, editClearsAll = false } = options
  const { sentencesOnly = false } = options
  const [values, setValues] = useState(initial)
  const [problems, setProblems] = useState<Problem<Name>[]>([])
  const [rejected, setRejected] = useState(false)
  const [pending, setPending] = useState(false)
  const [done, setDone] = useState(false)
  const [tries, setTries] = useState(0)
  const busy = useRef(false)
  const form = useRef<HTMLFormElement>(null)

  const toProblem = (error: AnyError): Problem<Name> => {
    const place =
      error.code === 'unknown' ? undefined : (places as Record<string, Name | undefined>)[error.code]
    const name = place ?? error.field
    if (name !== undefined && name in initial) {
      const field = name as Name
      return { code: error.code, field, text: textOf(sentences, error, labels[field]) }
    }
    const text = textOf(sentences, error)
    // An error of a field that the form does not have: include the field's name.
    return { code: error.code, text: error.code === 'unknown' && name ? `${name}: ${text}` : text }
  }

  const show = (found: Problem<Name>[], byServer: boolean) => {
    // Show a text once if two errors have the same (address taken, user name taken).
    const isFirst = ({ field, text }: Problem<Name>, at: number) =>
      found.findIndex((other) => other.text === text && other.field === field) === at
    setProblems(found.filter(isFirst))
    setRejected(byServer)
    setTries((tries) => tries + 1)
  }

  useEffect(() => {
    if (tries === 0) return
    const faulty = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const target = faulty ?? form.current?.querySelector<HTMLElement>('[data-problem]')
    target?.focus()
  }, [tries])

  useEffect(() => {
    // The clicked button may be gone or disabled now.
    if (done) form.current?.querySelector<HTMLElement>('[data-success]')?.focus()
  }, [done])

  /** Returns the values with those that a password manager has set without an event: React does not know them. */
  const readFields = (): Record<Name, string> => {
    const read = { ...values }
    for (const input of form.current?.querySelectorAll('input') ?? [])
      if (input.name in initial && input.value !== input.defaultValue) read[input.name as Name] = input.value
    return read
  }

  const send = async () => {
    setDone(false)
    const values = readFields()
    setValues(values)
    const found = options.check(values)
    if (found.length > 0) return show(found.map(toProblem), false)
    setPending(true)
    busy.current = true
    try {
      setProblems([])
      await options.submit(values)
      setDone(true)
    } catch (error) {
      const sent = error instanceof ApiError ? error.errors : []
      const errors = sentencesOnly ? sent.filter(({ code }) => code !== 'unknown') : sent
      const whole = sentencesOnly ? problemText(sentences, error) : rawText(error)
      show(errors.length > 0 ? errors.map(toProblem) : [{ code: 'unknown', text: whole }], true)
    } finally {
      setPending(false)
      busy.current = false
    }
  }

  /** Sets a value; clears the field's problems and those of the whole form. */
  const set = (name: Name, value: string) => {
    setValues((values) => ({ ...values, [name]: value }))
    setProblems((problems) =>
      editClearsAll ? [] : problems.filter(({ field }) => field !== undefined && field !== name),
    )
    setDone(false)
  }

  /** Replaces all values, such as after a reload from the server. */
  const replace = (next: (values: Record<Name, string>) => Record<Name, string>) => {
    setValues(next)
    setProblems([])
  }

  const problemsOf = (name?: Name) => problems.filter(({ field }) => field === name)
  return {
    values,
    problems,
    /** Those of no field. */
    others: problemsOf(),
    /** Whether the problems come from the server. */
    rejected,
    pending,
    /** Whether the submit succeeded and nothing was edited since. */
    done,
    set,
    replace,
    /** Props of the `<form>`. */
    form: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault()
        if (!busy.current && !(once && done)) void send()
      },
    },
    /** Props of a text field, by name. */
    field: (name: Name) => ({
      name,
      label: labels[name],
      value: values[name],
      error:
        problemsOf(name)
          .map(({ text }) => text)
          .join(' ') || undefined,
      readOnly: once && done,
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => set(name, event.target.value),
    }),
  }
}

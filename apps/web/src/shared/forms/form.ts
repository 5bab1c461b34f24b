import type { ErrorDetail, ForeignError, ErrorCode } from '@portal/contract/error-codes.ts'
import type { ChangeEvent, FormEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { Refused } from '#web/api/call.ts'
import { rawText, textOf } from '#web/api/error-text.ts'

type AnyError = ErrorDetail | ForeignError
type Sentences = Parameters<typeof textOf>[0]

type FormOptions<Name extends string> = {
  /** Every field with what it holds at first. */
  initial: Record<Name, string>
  /** How sentences call the fields. */
  labels: Record<Name, string>
  /** The rules that need no server; what they find looks just like a rejection of the server. */
  check: (values: Record<Name, string>) => AnyError[]
  /** The Greek of the errors: `SentencesOf<typeof endpoint>`. */
  sentences: Sentences
  /** Errors that stand elsewhere on the wire than on the page: 'passwords_differ' belongs to the repetition. */
  places?: Partial<Record<ErrorCode, Name>>
  /** Accepted but once: after success the fields can only be read (portal.md §4, reset request, password change). */
  once?: boolean
  /** Does an edit take away all that was wrong, not just its own field's (portal.md §4, password change)? */
  editClearsAll?: boolean
  submit: (values: Record<Name, string>) => Promise<unknown>
}

/** One thing that is wrong, ready to be shown: at a field, or about the whole. */
export type Problem<Name extends string> = { code: AnyError['code']; field?: Name; text: string }

/**
 * The state of a form: values, problems, whether it is on its way. ErrorDetails of its own rules and errors of the server
 * reach a field in the same way. After a failed try the first faulty field takes the focus, or else the element marked
 * `data-problem`; after success that which is marked `data-success`. A second submit while the first is under way does
 * nothing.
 */
export function useForm<Name extends string>(options: FormOptions<Name>) {
  const { initial, labels, sentences, places = {}, once = false, editClearsAll = false } = options
  const [values, setValues] = useState(initial)
  const [problems, setProblems] = useState<Problem<Name>[]>([])
  const [rejected, setRefused] = useState(false)
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
    // A error of a field that the form doesn't have: say whose it is.
    return { code: error.code, text: error.code === 'unknown' && name ? `${name}: ${text}` : text }
  }

  const show = (found: Problem<Name>[], byServer: boolean) => {
    // Two errors may say the same (an address that is taken, a user name that is taken): once is enough.
    const isFirst = ({ field, text }: Problem<Name>, at: number) =>
      found.findIndex((other) => other.text === text && other.field === field) === at
    setProblems(found.filter(isFirst))
    setRefused(byServer)
    setTries((tries) => tries + 1)
  }

  useEffect(() => {
    if (tries === 0) return
    const faulty = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const target = faulty ?? form.current?.querySelector<HTMLElement>('[data-problem]')
    target?.focus()
  }, [tries])

  useEffect(() => {
    // The button that was pressed may be gone or disabled now.
    if (done) form.current?.querySelector<HTMLElement>('[data-success]')?.focus()
  }, [done])

  const send = async () => {
    const found = options.check(values)
    if (found.length > 0) return show(found.map(toProblem), false)
    setPending(true)
    busy.current = true
    try {
      setProblems([])
      setDone(false)
      await options.submit(values)
      setDone(true)
    } catch (error) {
      const errors = error instanceof Refused ? error.errors : []
      show(errors.length > 0 ? errors.map(toProblem) : [{ code: 'unknown', text: rawText(error) }], true)
    } finally {
      setPending(false)
      busy.current = false
    }
  }

  /** Writes a value; the field's own problems go, and those about the whole with them. */
  const set = (name: Name, value: string) => {
    setValues((values) => ({ ...values, [name]: value }))
    setProblems((problems) =>
      editClearsAll ? [] : problems.filter(({ field }) => field !== undefined && field !== name),
    )
    setDone(false)
  }

  /** Writes all values anew, as after reading them again from the server. */
  const replace = (next: (values: Record<Name, string>) => Record<Name, string>) => {
    setValues(next)
    setProblems([])
  }

  return {
    values,
    problems,
    /** Do the problems come from the server? */
    rejected,
    pending,
    /** Did it succeed, and was nothing edited since? */
    done,
    set,
    replace,
    /** What a `<form>` needs. */
    form: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault()
        if (!busy.current && !(once && done)) void send()
      },
    },
    /** What a text field needs, by its name. */
    field: (name: Name) => ({
      name,
      label: labels[name],
      value: values[name],
      error: problems.flatMap(({ field, text }) => (field === name ? [text] : [])).join(' ') || undefined,
      readOnly: once && done,
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => set(name, event.target.value),
    }),
  }
}

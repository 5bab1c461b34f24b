import { type ManagedRate, rateChange, type RatePreview as Preview } from '@portal/contract/manage-rates.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/api/call.ts'
import { problemText } from '#web/api/common-error-text.ts'
import { todayInAthens } from '#web/lib/days.ts'
import { checkWith } from '#web/shared/forms/check-with.ts'
import { FormProblems } from '#web/ui/forms/problem-list.tsx'
import { useForm } from '#web/shared/forms/form.ts'
import { useDraft, useKeptDraft } from '#web/shared/forms/kept-draft.ts'
import { useUnsavedChanges } from '#web/shared/forms/unsaved-changes.tsx'
import layout from '#web/shared/manage/manage.module.css'
import { RatePreview } from '#web/shared/rates/rate-preview.tsx'
import { kindName, perUnit } from '#web/shared/rates/rate-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { type Change, previewChange, type Rates, ratesOptions, useRateRequest } from './api.ts'
import { ChangeFields } from './change-fields.tsx'
import { requestTitle } from './request-list.tsx'
import css from './rates-page.module.css'
import { type Field, labels, previewSentences, requestSentences, text } from './text.ts'

type ChangeFormProps = {
  kind: Change['kind']
  /** The rate that is changed; absent: a new one. */
  rate: ManagedRate | undefined
  rates: Rates
  email: string
  /** With a message if the change was made or requested. */
  onClose: (message?: string) => void
}

const empty: Record<Field, string> = {
  description: '',
  unit: '',
  material: '',
  points_per_unit: '',
  valid_from: '',
  valid_to: '',
  last_day: '',
  note: '',
}
const fields = Object.keys(empty) as Field[]
const check = checkWith(rateChange)

/** At which field an error of the whole change is shown. */
const placesOf = (kind: Change['kind']) => {
  const field = kind === 'rate_closed' ? 'last_day' : 'valid_from'
  if (kind === 'rate_deleted') return {}
  return { rate_overlaps: field, rate_ended: field, rate_begins: field, rate_used: field } as const
}

type Problem = { title: string; lines: string[] }

/** A change of the rates: fields, what it causes, and only then the request. */
export function ChangeForm({ kind, rate, rates, email, onClose }: ChangeFormProps) {
  const client = useQueryClient()
  const send = useRateRequest()
  const [shown, setShown] = useState<Preview>()
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const name = `rates ${kind} ${rate?.id ?? ''}`
  const draft = useDraft(name, email)
  const [start] = useState({ ...empty, ...(kind === 'rate_added' && { valid_from: todayInAthens() }) })
  const bodyOf = (values: Record<Field, string>) =>
    ({ ...values, kind, ...(rate && { rate: rate.id }) }) as unknown as Change
  const form = useForm<Field>({
    initial: { ...start, ...draft },
    labels,
    check: (values) => check(bodyOf(values)),
    sentences: previewSentences,
    places: placesOf(kind),
    sentencesOnly: true,
    submit: async (values) => {
      setProblem(undefined)
      setShown(await previewChange(bodyOf(values)))
    },
  })
  const { field, values, set, pending } = form
  const changed = fields.some((name) => values[name] !== start[name])
  useKeptDraft(name, email, values, changed)
  const unsaved = useUnsavedChanges(changed && !sending)

  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const result = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (shown) result.current?.focus()
  }, [shown])

  /** @returns what is in the lists now and was not before */
  const foundSince = async () => {
    const { requests } = await client.fetchQuery({ ...ratesOptions, staleTime: 0 })
    const known = new Map(rates.requests.map((request) => [request.id, request.decision]))
    return requests
      .filter(({ id, decision }) => known.get(id) !== decision || !known.has(id))
      .map((request) =>
        text.meanwhileRequest(requestTitle(request), request.decided_by ?? request.requested_by),
      )
  }

  const request = async (preview: Preview) => {
    if (sending) return
    setSending(true)
    setProblem(undefined)
    try {
      const id = await send(bodyOf(values), preview.version)
      onClose(id === null ? text.done : text.requested(id))
    } catch (error) {
      if (error instanceof ApiError && error.has('changed_meanwhile')) {
        const found = await foundSince().catch(() => [])
        const again = await previewChange(bodyOf(values)).catch((failure: unknown) => failure)
        const isPossible = typeof again === 'object' && again !== null && 'version' in again
        setShown(isPossible ? (again as Preview) : undefined)
        setProblem({
          title: text.meanwhile,
          lines: [...found, isPossible ? text.meanwhileMeans : problemText(previewSentences, again)],
        })
      } else setProblem({ title: text.notSent, lines: [problemText(requestSentences, error)] })
    } finally {
      setSending(false)
    }
  }

  return (
    <form {...form.form} className={layout.panel} aria-labelledby="change-rate">
      <div className="stack gap-2">
        <h2 ref={heading} id="change-rate" className="text-xl" tabIndex={-1}>
          {text.headings[kind]}
        </h2>
        {rate && (
          <p>
            <b>{perUnit(rate.points_per_unit, rate.unit)}</b>, {kindName(rate)},{' '}
            {rate.valid_to === null
              ? text.fromOn(rate.valid_from)
              : text.fromTo(rate.valid_from, rate.valid_to)}
          </p>
        )}
        <p className="muted">{text.means[kind]}</p>
      </div>
      <FormProblems of={form} title={text.notPossible} />
      <ChangeFields
        kind={kind}
        field={field}
        values={values}
        set={(name, value) => {
          set(name, value)
          setShown(undefined)
        }}
      />
      {problem && (
        <Notice tone="error" title={problem.title}>
          {problem.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Notice>
      )}
      {shown && (
        <div className={css.preview}>
          <h3 ref={result} className="text-l" tabIndex={-1}>
            {text.previewHeading}
          </h3>
          <RatePreview preview={shown} unit={rate?.unit ?? (values.unit === 'item' ? 'item' : 'litre')} />
          <p className="muted">{rates.needs_approval ? text.needsApproval : text.atOnce}</p>
        </div>
      )}
      <div className="actions">
        {shown ? (
          <Button busy={sending} onClick={() => void request(shown)}>
            {rates.needs_approval ? text.send : text.save}
          </Button>
        ) : (
          <Button type="submit" busy={pending}>
            {text.preview}
          </Button>
        )}
        <Button tone="ghost" onClick={() => onClose()}>
          {text.cancel}
        </Button>
      </div>
      {unsaved}
    </form>
  )
}

import type { OwnDataRequest, Restriction } from '@portal/contract/privacy.ts'
import { dataRequestKinds, maxRequestText } from '@portal/contract/security/request-kinds.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatDateTime } from '#web/lib/format.ts'
import { useForm } from '#web/shared/forms/form.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { formatDay } from '#web/ui/date-picker/athens-days.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { FormProblems } from '#web/ui/forms/problem-list.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Facts } from '#web/ui/lists/facts.tsx'
import css from './data-page.module.css'
import { labels, names, sentences, text } from './request-text.ts'
import { ask, lift, requestsOptions } from './requests-api.ts'
import { text as pageText } from './text.ts'
import fieldCss from '#web/ui/forms/field.module.css'

/** The requests of a citizen about the own data, with their answers, and the restriction of the account. */
export function RequestsSection() {
  const { data, isError, isFetched, refetch } = useQuery(requestsOptions)
  if (isError)
    return (
      <Notice tone="error">
        <p>{text.failed}</p>
        <Button tone="ghost" onClick={() => void refetch()}>
          {pageText.retry}
        </Button>
      </Notice>
    )
  if (!data)
    return (
      <LoadingPart isFirst={!isFetched}>
        <Skeleton width="100%" height="12rem" />
      </LoadingPart>
    )
  return (
    <>
      <p>{text.intro}</p>
      <p>{text.effects}</p>
      <Restricted restriction={data.restriction} />
      <RequestForm />
      {data.results.length > 0 && (
        <>
          <h3 className="mt-6">{text.own}</h3>
          <ul className={css.requests}>
            {data.results.map((request) => (
              <RequestItem key={request.id} request={request} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function Restricted({ restriction }: { restriction: Restriction | null }) {
  const client = useQueryClient()
  const place = useRef<HTMLDivElement>(null)
  const { mutate, isPending, isSuccess, isError } = useMutation({
    mutationFn: lift,
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: requestsOptions.queryKey })
      // The pressed button may be gone.
      place.current?.querySelector<HTMLElement>('[role]')?.focus()
    },
  })
  return (
    <div ref={place} className={css.restriction}>
      {isError && <Notice tone="error" title={text.notLifted} />}
      {isSuccess && !restriction && (
        <Notice tone="success" title={text.lifted}>
          <p>{text.liftedMeans}</p>
        </Notice>
      )}
      {restriction && (
        <div className={css.restricted}>
          <h3>{text.restricted}</h3>
          <p>
            {text.restrictedSince(formatDateTime(restriction.at))}{' '}
            {restriction.lifts_at !== null && text.lifts(formatDateTime(restriction.lifts_at))}
          </p>
          <Button busy={isPending} onClick={() => mutate()}>
            {text.lift}
          </Button>
        </div>
      )}
    </div>
  )
}

const choices = dataRequestKinds.map((value) => ({ value, label: names.kinds[value] }))
const kindOf = (value: string) => dataRequestKinds.find((kind) => kind === value)

function RequestForm() {
  const client = useQueryClient()
  const [sent, setSent] = useState<OwnDataRequest>()
  const { form, field, values, set, replace, others, rejected, pending, done } = useForm<keyof typeof labels>(
    {
      initial: { kind: '', text: '' },
      labels,
      sentences,
      check: ({ kind, text }) => [
        ...(kind === '' ? [{ code: 'choice_invalid', field: 'kind' } as const] : []),
        ...(text.trim() === '' ? [{ code: 'blank', field: 'text' } as const] : []),
      ],
      submit: async ({ kind, text }) => {
        setSent(await ask({ kind: kindOf(kind) ?? 'objection', text }))
        replace(() => ({ kind: '', text: '' }))
        await client.invalidateQueries({ queryKey: requestsOptions.queryKey })
      },
    },
  )
  const kind = kindOf(values.kind)
  return (
    <form className="form" {...form} aria-label={text.title}>
      {done && sent && (
        <Notice tone="success" title={text.sent}>
          <p>{text.sentMeans(formatDay(sent.due_on))}</p>
        </Notice>
      )}
      <FormProblems of={{ rejected, others }} title={text.notSent} />
      <Select {...field('kind')} placeholder={text.choose} choices={choices} />
      <Field label={labels.text} hint={kind && names.means[kind]} error={field('text').error}>
        {(wiring) => (
          <textarea
            {...wiring}
            className={fieldCss.area}
            name="text"
            rows={4}
            maxLength={maxRequestText}
            value={values.text}
            onChange={({ target }) => set('text', target.value)}
          />
        )}
      </Field>
      <Button type="submit" wide busy={pending}>
        {text.send}
      </Button>
    </form>
  )
}

function RequestItem({ request }: { request: OwnDataRequest }) {
  const { id, kind, received_at, due_on, answered_at, outcome } = request
  const rows = [
    [text.received, formatDateTime(received_at)],
    [text.due, answered_at === null && formatDay(due_on)],
    [text.extended, request.extension_reason],
    [labels.text, request.text],
    [text.answered, answered_at !== null && formatDateTime(answered_at)],
  ] as const
  return (
    <li>
      <h4>
        {text.number(id)}: {names.kinds[kind]}
      </h4>
      <p className="semibold">{outcome === null ? text.waiting : names.outcomes[outcome]}</p>
      {request.answer && <p className={css.answer}>{request.answer}</p>}
      <Facts rows={rows} />
    </li>
  )
}

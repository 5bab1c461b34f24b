import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import { maxRequestText } from '@portal/contract/security/request-kinds.ts'
import { useEffect, useRef } from 'react'
import { FormProblems } from '#web/ui/forms/problem-list.tsx'
import { useForm } from '#web/shared/forms/form.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import css from './checks-page.module.css'
import { answerSentences, decideSentences, mentionSentences, resolveSentences, text } from './text.ts'

export type Decision =
  | 'resolve'
  | 'approved'
  | 'rejected'
  | 'remove'
  | 'keep'
  | 'done'
  | 'refused'
  | 'extended'

const toPerson = { done: true, refused: true, extended: true }
const isToPerson = (decision: Decision): decision is keyof typeof toPerson => decision in toPerson

type DecisionFormProps = {
  decision: Decision
  /** Name of the form: what is decided. */
  label: string
  submit: (note: string) => Promise<void>
  onCancel: () => void
}

/** A note and a confirmation; the note of a flag is required, and so is what is mailed to a person. Decisions about texts have none. */
export function DecisionForm({ decision, label, submit, onCancel }: DecisionFormProps) {
  const required = decision === 'resolve' || isToPerson(decision)
  const noteHint = decision === 'remove' || decision === 'keep' ? undefined : text.noteHint[decision]
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector<HTMLElement>('input, button')?.focus(), [])
  const form = useForm<'note'>({
    initial: { note: '' },
    labels: { note: isToPerson(decision) ? text.mailed : text.note },
    check: ({ note }): ErrorDetail[] =>
      required && note.trim() === '' ? [{ code: 'blank', field: 'note' }] : [],
    sentences: isToPerson(decision)
      ? answerSentences
      : required
        ? resolveSentences
        : noteHint === undefined
          ? mentionSentences
          : decideSentences,
    sentencesOnly: true,
    submit: ({ note }) => submit(note),
  })
  return (
    <form {...form.form} className="no-print stack column gap-4" aria-label={label}>
      <FormProblems of={form} title={text.failed} />
      <div ref={place} className="no-print stack column gap-4">
        {noteHint !== undefined && (
          <div className={css.note}>
            <TextField
              {...form.field('note')}
              maxLength={isToPerson(decision) ? maxRequestText : 500}
              autoComplete="off"
              optional={!required}
              hint={noteHint}
            />
          </div>
        )}
        <div className="no-print actions">
          <Button type="submit" busy={form.pending}>
            {text.confirm[decision]}
          </Button>
          <Button tone="ghost" onClick={onCancel}>
            {text.cancel}
          </Button>
        </div>
      </div>
    </form>
  )
}

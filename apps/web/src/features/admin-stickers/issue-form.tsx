import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { meOptions } from '#web/api/session.ts'
import { FormProblems } from '#web/ui/forms/problem-list.tsx'
import { useForm } from '#web/shared/forms/form.ts'
import { useDraft, useKeptDraft } from '#web/shared/forms/kept-draft.ts'
import layout from '#web/shared/manage/manage.module.css'
import { formatNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { classes } from '#web/ui/layout/classes.ts'
import { useIssueStickers } from './api.ts'
import { Files } from './files.tsx'
import { type IssueFields, labels, sentences, text } from './text.ts'

/** Labels per sheet of the server's label file. */
const perSheet = 65

const digits = (count: string) => count.replace(/[\s.]/g, '')

/** Requires a number; the server checks its maximum. */
const check = ({ count }: Record<IssueFields, string>): ErrorDetail[] =>
  /^\d{1,9}$/.test(digits(count))
    ? []
    : [{ code: count.trim() === '' ? 'blank' : 'integer_invalid', field: 'count' }]

/** Issues a batch and shows links to its files. */
export function IssueForm() {
  const issue = useIssueStickers()
  const [batch, setBatch] = useState<{ id: number; count: number }>()
  const email = useQuery(meOptions).data?.email ?? ''
  const form = useForm<IssueFields>({
    initial: { count: '', note: '', ...useDraft('issue stickers', email) },
    labels,
    check,
    sentences,
    sentencesOnly: true,
    submit: async ({ count, note }) => {
      setBatch(await issue({ count: Number(digits(count)), note }))
      form.replace(() => ({ count: '', note: '' }))
    },
  })
  const { field, values, pending, done } = form
  useKeptDraft('issue stickers', email, values, values.count !== '' || values.note !== '')
  return (
    <form {...form.form} className={classes(layout.panel, 'no-print')} aria-label={text.issueHeading}>
      <h2 className="text-xl">{text.issueHeading}</h2>
      <FormProblems of={form} title={text.notIssued} />
      {done && batch && (
        <Notice tone="success" title={text.issued(batch.id, batch.count)}>
          <p>{text.issuedMeans}</p>
          <Files id={batch.id} />
        </Notice>
      )}
      <div className={layout.fields}>
        <TextField
          {...field('count')}
          inputMode="numeric"
          autoComplete="off"
          hint={text.countHint(formatNumber(perSheet))}
        />
        <TextField {...field('note')} maxLength={200} autoComplete="off" optional hint={text.noteHint} />
      </div>
      <div>
        <Button type="submit" busy={pending}>
          {text.issue}
        </Button>
      </div>
    </form>
  )
}

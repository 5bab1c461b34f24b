import type { Restriction } from '@portal/contract/privacy.ts'
import * as endpoints from '#web/api/endpoints.ts'
import { can } from '@portal/contract/security/permissions.ts'
import { maxRequestText } from '@portal/contract/security/request-kinds.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { meOptions } from '#web/api/session.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useForm } from '#web/shared/forms/form.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { FormProblems } from '#web/ui/forms/problem-list.tsx'
import { changeRestriction, overviewOptions } from './api.ts'
import { restrictionSentences, restrictionText as text } from './text.ts'
import css from './user-sections.module.css'

type UserRestrictionProps = { id: number; restriction: Restriction | null }

/** Managers restrict the processing of a person's data, or announce the end of a restriction; the reason is mailed. */
export function UserRestriction({ id, restriction }: UserRestrictionProps) {
  const client = useQueryClient()
  const { role } = useQuery(meOptions).data ?? {}
  const { form, field, replace, others, rejected, pending, done } = useForm<'reason'>({
    initial: { reason: '' },
    labels: { reason: text.reason },
    sentences: restrictionSentences,
    sentencesOnly: true,
    check: ({ reason }) => (reason.trim() === '' ? [{ code: 'blank', field: 'reason' }] : []),
    submit: async ({ reason }) => {
      await changeRestriction(id, restriction ? 'lift' : 'restrict', reason)
      replace(() => ({ reason: '' }))
      await client.invalidateQueries({ queryKey: overviewOptions(id).queryKey })
    },
  })
  if (!can(role, endpoints.restrictParticipant.access)) return undefined
  const lifts = restriction?.lifts_at ?? null
  return (
    <section aria-labelledby="restriction">
      <h3 className={css.heading} id="restriction">
        {text.heading}
      </h3>
      {restriction && (
        <p>
          {text.since(formatDateTime(restriction.at))}
          {lifts !== null && ` ${text.lifts(formatDateTime(lifts))}`}
        </p>
      )}
      <form {...form} className="stack gap-3" aria-label={text.heading}>
        {done && <Notice tone="success" title={lifts === null ? text.done : text.liftDone} />}
        <FormProblems of={{ rejected, others }} title={text.failed} />
        {lifts === null && (
          <>
            <TextField
              {...field('reason')}
              maxLength={maxRequestText}
              autoComplete="off"
              hint={restriction ? text.liftHint : text.hint}
            />
            <Button type="submit" tone="ghost" busy={pending}>
              {restriction ? text.lift : text.restrict}
            </Button>
          </>
        )}
      </form>
    </section>
  )
}

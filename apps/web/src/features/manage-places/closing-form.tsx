import { closingMessageLength } from '@portal/contract/place-rules.ts'
import { type ManagedPlace, placeClosing } from '@portal/contract/manage-places.ts'
import { useId } from 'react'
import { AreaField } from '#web/shared/forms/area-field.tsx'
import { checkWith } from '#web/shared/forms/check-with.ts'
import { DayField } from '#web/shared/forms/day-field.tsx'
import { FormProblems } from '#web/ui/forms/problem-list.tsx'
import { useForm } from '#web/shared/forms/form.ts'
import css from '#web/shared/manage/manage.module.css'
import { useOutcome } from '#web/shared/manage/outcome.tsx'
import { closingState } from '#web/shared/places/closing.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { useToday } from '#web/ui/date-picker/athens-days.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { usePlaceChanges } from './api.ts'
import { type ClosingFields, closingLabels, closingSentences, text } from './text.ts'

const check = checkWith(placeClosing)

/** Days on which a place is closed, and what citizens read then. */
export function ClosingForm({ place }: { place: ManagedPlace }) {
  const { close, open } = usePlaceChanges()
  const heading = useId()
  const today = useToday()
  const state = closingState(place.closed, today)
  const { place: result, busy, outcome, say, attempt } = useOutcome()
  const form = useForm<ClosingFields>({
    initial:
      place.closed && state !== 'open'
        ? {
            from: place.closed.from,
            until: place.closed.until ?? '',
            message: place.closed.message ?? '',
          }
        : { from: today, until: '', message: '' },
    labels: closingLabels,
    check,
    sentences: closingSentences,
    sentencesOnly: true,
    submit: (values) => {
      say(undefined)
      return close(place, values)
    },
  })
  const { field, values, set, problems, pending, done } = form
  const openNow = () =>
    !busy &&
    attempt(
      async () => {
        await open(place)
        form.replace(() => ({ from: today, until: '', message: '' }))
        return text.opened
      },
      text.notClosed,
      closingSentences,
    )
  const day = (name: 'from' | 'until') => ({
    label: closingLabels[name],
    name,
    value: values[name],
    error: field(name).error,
    onChange: (day: string) => set(name, day),
  })
  return (
    <form {...form.form} className={css.panel} aria-labelledby={heading}>
      <div>
        <h2 className="text-xl" id={heading}>
          {text.closing}
        </h2>
        <p className="intro readable">{text.closingMeans}</p>
      </div>
      <FormProblems of={form} title={text.notClosed} />
      {done && !outcome && problems.length === 0 && <Notice tone="success" title={text.closedSaved} />}
      {outcome && <section ref={result}>{outcome}</section>}
      <div className={css.fields}>
        <DayField {...day('from')} required />
        <DayField
          {...day('until')}
          clearable
          minDate={values.from > today ? values.from : today}
          hint={text.untilHint}
        />
      </div>
      <AreaField
        {...field('message')}
        hint={text.messageHint}
        optional
        rows={2}
        maxLength={closingMessageLength}
        onChange={(value) => set('message', value)}
      />
      <div className="actions">
        <Button type="submit" tone="ghost" busy={pending}>
          {state === 'open' ? text.close : text.changeClosing}
        </Button>
        {state !== 'open' && (
          <Button tone="ghost" busy={busy} onClick={() => void openNow()}>
            {state === 'closed' ? text.openNow : text.cancelClosing}
          </Button>
        )}
      </div>
    </form>
  )
}

import { closingMessageLength } from '@portal/contract/place-rules.ts'
import { type ManagedPlace, placeClosing } from '@portal/contract/manage-places.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { ApiError } from '#web/api/call.ts'
import { problemText } from '#web/api/common-error-text.ts'
import { checkWith } from '#web/shared/forms/check-with.ts'
import { useForm } from '#web/shared/forms/form.ts'
import { closingState } from '#web/shared/places/closing.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { useToday } from '#web/ui/date-picker/athens-days.ts'
import { DatePicker } from '#web/ui/date-picker/date-picker.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import fieldCss from '#web/ui/forms/field.module.css'
import { ProblemList } from '#web/ui/forms/problem-list.tsx'
import { usePlaceChanges } from './api.ts'
import css from './manage-places.module.css'
import { type ClosingFields, closingLabels, closingSentences, text } from './text.ts'

type Values = Record<ClosingFields, string>
const check = checkWith(placeClosing)

/** Days on which a place is closed, and what citizens read then. */
export function ClosingForm({ place }: { place: ManagedPlace }) {
  const { close, open, latest } = usePlaceChanges()
  const heading = useId()
  const today = useToday()
  const state = closingState(place.closed, today)
  const [opening, setOpening] = useState(false)
  const [opened, setOpened] = useState<{ problem?: string }>()
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (opened) result.current?.querySelector<HTMLElement>('[data-success], [data-problem]')?.focus()
  }, [opened])
  const initial: Values =
    place.closed && state !== 'open'
      ? {
          from: place.closed.from,
          until: place.closed.until ?? '',
          message: place.closed.message ?? '',
        }
      : { from: today, until: '', message: '' }
  const { form, field, values, set, replace, problems, rejected, pending, done } = useForm<ClosingFields>({
    initial,
    labels: closingLabels,
    check,
    sentences: closingSentences,
    sentencesOnly: true,
    submit: (values) => {
      setOpened(undefined)
      return close(place.id, { ...values, version: place.version }).catch(showLatest)
    },
  })

  /** The page then shows the place as it is now; what was typed here stays. */
  const showLatest = async (error: unknown): Promise<never> => {
    if (error instanceof ApiError && error.has('changed_meanwhile')) await latest(place.id)
    throw error
  }

  const openNow = async () => {
    if (opening) return
    setOpening(true)
    setOpened(undefined)
    try {
      await open(place.id, place.version).catch(showLatest)
      replace(() => ({ from: today, until: '', message: '' }))
      setOpened({})
    } catch (error) {
      setOpened({ problem: problemText(closingSentences, error) })
    } finally {
      setOpening(false)
    }
  }

  const others = problems.filter(({ field }) => field === undefined)
  const day = (name: 'from' | 'until') => ({
    label: closingLabels[name],
    name,
    format: 'DD/MM/YYYY',
    locale: 'el',
    firstDayOfWeek: 1,
    placeholder: text.dayFormat,
    value: values[name] || null,
    error: field(name).error,
    onChange: (day: string | null) => set(name, day ?? ''),
  })
  return (
    <form {...form} className={css.panel} aria-labelledby={heading}>
      <div>
        <h2 className="text-xl" id={heading}>
          {text.closing}
        </h2>
        <p className="intro readable">{text.closingMeans}</p>
      </div>
      {rejected && others.length > 0 && (
        <Notice tone="error" title={text.notClosed}>
          <ProblemList problems={others} />
        </Notice>
      )}
      {done && !opened && problems.length === 0 && <Notice tone="success" title={text.closedSaved} />}
      {opened && (
        <div ref={result}>
          {opened.problem === undefined ? (
            <Notice tone="success" title={text.opened} />
          ) : (
            <Notice tone="error" title={text.notClosed}>
              <p>{opened.problem}</p>
            </Notice>
          )}
        </div>
      )}
      <div className={css.fields}>
        <DatePicker {...day('from')} required />
        <DatePicker
          {...day('until')}
          clearable
          minDate={values.from > today ? values.from : today}
          hint={text.untilHint}
        />
      </div>
      <Field label={closingLabels.message} hint={text.messageHint} error={field('message').error} optional>
        {(wiring) => (
          <textarea
            {...wiring}
            className={fieldCss.area}
            name="message"
            rows={2}
            maxLength={closingMessageLength}
            value={values.message}
            onChange={({ target }) => set('message', target.value)}
          />
        )}
      </Field>
      <div className="actions">
        <Button type="submit" tone="ghost" busy={pending}>
          {state === 'open' ? text.close : text.changeClosing}
        </Button>
        {state !== 'open' && (
          <Button tone="ghost" busy={opening} onClick={() => void openNow()}>
            {state === 'closed' ? text.openNow : text.cancelClosing}
          </Button>
        )}
      </div>
    </form>
  )
}

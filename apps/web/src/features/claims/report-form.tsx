import { maxClaimDays } from '@portal/contract/words/claim-facts.ts'
import type { OwnClaim } from '@portal/contract/claims.ts'
import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import type { Place } from '@portal/contract/places.ts'
import type { Sticker } from '@portal/contract/stickers.ts'
import { useRef, useState } from 'react'
import { municipalityName } from '#web/lib/format.ts'
import { inLanguage } from '#web/lib/language.ts'
import { newSubmission } from '#web/lib/submission.ts'
import { useForm } from '#web/shared/forms/form.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { addDays, useToday } from '#web/ui/date-picker/athens-days.ts'
import { DatePicker } from '#web/ui/date-picker/date-picker.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Field, TextField } from '#web/ui/forms/field.tsx'
import { FormProblems } from '#web/ui/forms/problem-list.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { useReport } from './api.ts'
import css from './claims-page.module.css'
import { labels, type ReportFields, sentences, text } from './text.ts'
import fieldCss from '#web/ui/forms/field.module.css'

/** Choices of the sticker's field besides the account's stickers. */
const [other, none] = ['other', 'none']
const empty = { sticker: '', code: '', place: '', day: '', hour: '', litres: '', note: '' }
const language = inLanguage({ el: 'el', en: 'en-US' })

const litresOf = (typed: string) => Number(typed.trim().replace(',', '.'))

function check(values: Record<ReportFields, string>): ErrorDetail[] {
  const { sticker, code, place, day, litres } = values
  const missing = (field: ReportFields): ErrorDetail => ({ field, code: 'blank' })
  return [
    ...(sticker === '' ? [missing('sticker')] : []),
    ...(sticker === other && code.trim() === '' ? [missing('code')] : []),
    ...(sticker === none && place === '' ? [missing('place')] : []),
    ...(day === '' ? [missing('day')] : []),
    ...(litres.trim() !== '' && !Number.isFinite(litresOf(litres))
      ? [{ code: 'number_invalid', field: 'litres' } as const]
      : []),
  ]
}

const hours = Array.from({ length: 24 }, (_, hour) => (hour + 6) % 24).map((hour) => ({
  value: String(hour),
  label: text.around(`${String(hour).padStart(2, '0')}:00`),
}))

type ReportFormProps = {
  stickers: Sticker[]
  /** Undefined if they could not be loaded. */
  places: Place[] | undefined
  /** Municipality of the account: its places come first. */
  municipality: number | null | undefined
}

/** Reports a delivery that was not credited. */
export function ReportForm({ stickers, places, municipality }: ReportFormProps) {
  const report = useReport()
  const today = useToday()
  // The same for a repeated call, new after a success.
  const submission = useRef(newSubmission())
  const [sent, setSent] = useState<OwnClaim>()
  const inUse = stickers.find(({ lost_at }) => lost_at === null)
  const initial = { ...empty, sticker: inUse?.code ?? (stickers.length === 0 ? other : '') }
  const { form, field, values, set, replace, others, rejected, pending, done } = useForm<ReportFields>({
    initial,
    labels,
    check,
    sentences,
    submit: async ({ sticker, code, place, day, hour, litres, note }) => {
      const typed = sticker === other ? code : sticker
      const claim = await report({
        submission: submission.current,
        day,
        ...(sticker !== none && { sticker: typed }),
        ...(place !== '' && { place }),
        ...(hour !== '' && { hour: Number(hour) }),
        ...(litres.trim() !== '' && { litres: litresOf(litres) }),
        ...(note.trim() !== '' && { note }),
      })
      submission.current = newSubmission()
      setSent(claim)
      replace(() => initial)
    },
  })
  const errorOf = (name: ReportFields) => field(name).error
  const points = sent?.points ?? 0
  return (
    <form {...form} className={css.form} aria-label={text.form}>
      {done && sent && (
        <Notice tone="success" title={sent.state === 'credited' ? text.found : text.received}>
          <p>{sent.state === 'credited' ? text.foundMeans(points) : text.receivedMeans}</p>
        </Notice>
      )}
      <FormProblems of={{ rejected, others }} title={text.notSent} />
      <Select
        {...field('sticker')}
        placeholder={text.chooseSticker}
        choices={[
          ...stickers.map(({ code, printed, lost_at }) => ({
            value: code,
            label: lost_at === null ? printed : `${printed} (${text.lost})`,
          })),
          { value: other, label: text.otherSticker },
          { value: none, label: text.noSticker },
        ]}
      />
      {values.sticker === other && (
        <TextField
          {...field('code')}
          hint={text.codeHint}
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={100}
        />
      )}
      {places ? (
        <Select
          {...field('place')}
          optional={values.sticker !== none}
          placeholder={values.sticker === none ? text.choosePlace : text.unsure}
          choices={choicesOf(places, municipality)}
        />
      ) : (
        <Notice tone="error" title={text.placesFailed} />
      )}
      <div className="pair">
        <DatePicker
          label={labels.day}
          name="day"
          format="DD/MM/YYYY"
          locale={language}
          firstDayOfWeek={1}
          placeholder={text.dayFormat}
          required
          clearable
          value={values.day || null}
          minDate={addDays(today, -maxClaimDays)}
          maxDate={today}
          error={errorOf('day')}
          onChange={(day) => set('day', day ?? '')}
        />
        <Select {...field('hour')} optional placeholder={text.unsure} choices={hours} />
      </div>
      <TextField
        {...field('litres')}
        optional
        inputMode="decimal"
        autoComplete="off"
        hint={text.litresHint}
      />
      <Field label={labels.note} hint={text.noteHint} error={errorOf('note')} optional>
        {(wiring) => (
          <textarea
            {...wiring}
            className={fieldCss.area}
            name="note"
            rows={3}
            maxLength={500}
            value={values.note}
            onChange={({ target }) => set('note', target.value)}
          />
        )}
      </Field>
      <Button type="submit" wide busy={pending}>
        {text.send}
      </Button>
    </form>
  )
}

/** The places by municipality, that of the account first. */
const choicesOf = (places: Place[], own: number | null | undefined) =>
  places
    .toSorted((one, next) => Number(next.municipality.id === own) - Number(one.municipality.id === own))
    .map(({ id, name, municipality }) => ({
      value: id,
      label: `${municipalityName(municipality.name)}: ${name}`,
    }))

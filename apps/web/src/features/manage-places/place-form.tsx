import { formatHours } from '@portal/contract/hours/hours-text.ts'
import { type ManagedPlace, newPlace } from '@portal/contract/manage-places.ts'
import type { PlaceKind } from '@portal/contract/places.ts'
import { useId, useState } from 'react'
import { ApiError } from '#web/api/call.ts'
import { municipalityName } from '#web/lib/format.ts'
import { checkWith } from '#web/shared/forms/check-with.ts'
import { useForm } from '#web/shared/forms/form.ts'
import { MunicipalityField } from '#web/shared/forms/municipality-field.tsx'
import { useUnsavedChanges } from '#web/shared/forms/unsaved-changes.tsx'
import { kindChoices, kindNames } from '#web/shared/places/kind-names.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { ProblemList } from '#web/ui/forms/problem-list.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { usePlaceChanges } from './api.ts'
import { draftOf, hoursOf } from './hours-draft.ts'
import { HoursEditor } from './hours-editor.tsx'
import { hoursText } from './hours-text.ts'
import css from './manage-places.module.css'
import { factSentences, labels, type PlaceFields, text } from './text.ts'

type Values = Record<PlaceFields, string>

const names = Object.keys(labels) as PlaceFields[]
const empty = {
  ...(Object.fromEntries(names.map((name) => [name, ''])) as Values),
  opening_hours: draftOf(null),
}
const checkFacts = checkWith(newPlace)
const check = (values: Values) => checkFacts({ ...values, opening_hours: hoursOf(values.opening_hours) })

/** As people write them: with a decimal comma. */
const degrees = (value: number) => String(value).replace('.', ',')

const valuesOf = (place: ManagedPlace): Values => ({
  reference: place.reference,
  kind: place.kind,
  name: place.name,
  address: place.address,
  municipality: String(place.municipality.id),
  latitude: degrees(place.latitude),
  longitude: degrees(place.longitude),
  opening_hours: draftOf(place.opening_hours),
  hours: place.hours,
})

/** '40.3007, 21.7889', as maps copy a point, for the two fields. */
const bothDegrees = (value: string) =>
  /^\s*(\d+\.\d+)\s*,\s*(\d+\.\d+)\s*$/
    .exec(value)
    ?.slice(1)
    .map((number) => number.replace('.', ','))

/** What a person reads in a field. */
const shownOf = (place: ManagedPlace): Values => ({
  ...valuesOf(place),
  kind: kindNames[place.kind],
  municipality: municipalityName(place.municipality.name),
  opening_hours: place.opening_hours ? formatHours(place.opening_hours, 'el') : hoursText.unknown,
})

type PlaceFormProps = {
  /** Undefined: a new one. */
  place?: ManagedPlace
  /** Whether it was just added. */
  isNew?: boolean
  onAdded?: (place: ManagedPlace) => void
}

/** Facts of a collection point. What somebody else changes meanwhile is said, and nothing typed is lost. */
export function PlaceForm({ place, isNew = false, onAdded }: PlaceFormProps) {
  const { add, change, latest } = usePlaceChanges()
  const heading = useId()
  // The place as it was loaded or saved, whose values the operator has changed.
  const [base, setBase] = useState(place)
  const [meanwhile, setMeanwhile] = useState<string[]>()
  const unchanged = base ? valuesOf(base) : empty
  const { form, field, values, set, replace, problems, rejected, pending, done } = useForm<PlaceFields>({
    initial: unchanged,
    labels,
    check,
    sentences: factSentences,
    sentencesOnly: true,
    submit: async ({ kind, municipality, ...typed }) => {
      setMeanwhile(undefined)
      const body = {
        ...typed,
        kind: kind as PlaceKind,
        municipality: Number(municipality),
        opening_hours: hoursOf(typed.opening_hours),
      }
      if (!base || !place) {
        const added = await add(body)
        setBase(added)
        replace(() => valuesOf(added))
        onAdded?.(added)
        return
      }
      // Closing and opening on this page change the version, too.
      const version = sameFacts(place, base) ? place.version : base.version
      const saved = await change(place.id, { ...body, version }).catch(async (error: unknown) => {
        if (error instanceof ApiError && error.has('changed_meanwhile')) await merge()
        throw error
      })
      setBase(saved)
      replace(() => valuesOf(saved))
    },
  })

  /** Takes over what somebody else has changed, except where something else was typed. */
  const merge = async () => {
    if (!base) return
    const theirs = await latest(base.id)
    const [before, after] = [shownOf(base), shownOf(theirs)]
    setMeanwhile(
      names
        .filter((name) => before[name] !== after[name])
        .map((name) => text.changedField(labels[name], before[name], after[name])),
    )
    const [old, fresh] = [valuesOf(base), valuesOf(theirs)]
    replace((typed) => {
      const merged = names.map((name) => [name, typed[name] === old[name] ? fresh[name] : typed[name]])
      return Object.fromEntries(merged) as Values
    })
    setBase(theirs)
  }

  const changed = names.some((name) => values[name] !== unchanged[name])
  const leaving = useUnsavedChanges(changed && !pending && !(done && !base))
  const others = problems.filter(({ field }) => field === undefined)
  const axis = (name: 'latitude' | 'longitude') => (
    <TextField
      {...field(name)}
      inputMode="decimal"
      autoComplete="off"
      hint={name === 'latitude' ? `${text.degreesHint(name)} ${text.pasteHint}` : text.degreesHint(name)}
      onChange={({ target }) => {
        const [latitude, longitude] = bothDegrees(target.value) ?? []
        if (latitude === undefined || longitude === undefined) set(name, target.value)
        else replace((values) => ({ ...values, latitude, longitude }))
      }}
    />
  )
  return (
    <form {...form} className={css.panel} aria-labelledby={heading}>
      <h2 className="text-xl" id={heading}>
        {text.facts}
      </h2>
      {rejected && meanwhile && (
        <Notice tone="error" title={text.changedMeanwhile}>
          <ul className={css.changes}>
            {(meanwhile.length > 0 ? meanwhile : [text.changedClosing]).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p>{text.changedMeans}</p>
        </Notice>
      )}
      {rejected && !meanwhile && others.length > 0 && (
        <Notice tone="error" title={place ? text.notSaved : text.notAdded}>
          <ProblemList problems={others} />
        </Notice>
      )}
      {((done && problems.length === 0) || (isNew && !changed && !rejected)) && (
        <Notice tone="success" title={done ? text.saved : text.added} />
      )}
      <div className={css.fields}>
        <TextField {...field('name')} autoComplete="off" />
        <TextField
          {...field('reference')}
          autoComplete="off"
          hint={base && values.reference !== base.reference ? text.referenceChange : text.referenceHint}
        />
        <Select {...field('kind')} placeholder={text.chooseKind} choices={kindChoices} />
        <MunicipalityField
          label={labels.municipality}
          name="municipality"
          value={values.municipality}
          error={field('municipality').error}
          onChange={({ target }) => set('municipality', target.value)}
        />
        <TextField {...field('address')} autoComplete="off" />
        {axis('latitude')}
        {axis('longitude')}
      </div>
      <HoursEditor
        value={values.opening_hours}
        showsProblems={field('opening_hours').error !== undefined}
        onChange={(value) => set('opening_hours', value)}
      />
      <TextField {...field('hours')} autoComplete="off" optional hint={text.hoursHint} />
      <div>
        <Button type="submit" busy={pending}>
          {place ? text.save : text.addNow}
        </Button>
      </div>
      {leaving}
    </form>
  )
}

const sameFacts = (one: ManagedPlace, other: ManagedPlace) => {
  const [a, b] = [valuesOf(one), valuesOf(other)]
  return names.every((name) => a[name] === b[name])
}

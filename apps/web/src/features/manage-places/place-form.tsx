import { formatHours } from '@portal/contract/hours/hours-text.ts'
import { type ManagedPlace, newPlace } from '@portal/contract/manage-places.ts'
import type { PlaceKind } from '@portal/contract/places.ts'
import { useId } from 'react'
import { municipalityName } from '#web/lib/format.ts'
import { checkWith } from '#web/shared/forms/check-with.ts'
import { MunicipalityField } from '#web/shared/forms/municipality-field.tsx'
import { useEditForm } from '#web/shared/manage/edit-form.tsx'
import { EditProblems } from '#web/shared/manage/edit-problems.tsx'
import css from '#web/shared/manage/manage.module.css'
import { kindChoices, kindNames } from '#web/shared/places/kind-names.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { usePlaceChanges } from './api.ts'
import { draftOf, hoursOf } from './hours-draft.ts'
import { HoursEditor } from './hours-editor.tsx'
import { hoursText } from './hours-text.ts'
import { factSentences, labels, type PlaceFields, text } from './text.ts'

type Values = Record<PlaceFields, string>

const names = Object.keys(labels) as PlaceFields[]
const empty = {
  ...(Object.fromEntries(names.map((name) => [name, ''])) as Values),
  opening_hours: draftOf(null),
}
const check = checkWith(newPlace)
const bodyOf = (values: Values) => ({
  ...values,
  kind: values.kind as PlaceKind,
  municipality: Number(values.municipality),
  opening_hours: hoursOf(values.opening_hours),
})

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
  const edit = useEditForm<ManagedPlace, PlaceFields>({
    stored: place,
    labels,
    names,
    valuesOf,
    empty,
    check: (values) => check({ ...values, opening_hours: hoursOf(values.opening_hours) }),
    sentences: factSentences,
    save: (values, base) =>
      base ? change(base.id, { ...bodyOf(values), version: base.version }) : add(bodyOf(values)),
    onSaved: (saved) => place ?? onAdded?.(saved),
    latest: ({ id }) => latest(id),
  })
  const { form, field, values, set, replace, problems, rejected, pending, done, base, isChanged } = edit
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
      <EditProblems
        of={edit}
        title={place ? text.notSaved : text.notAdded}
        labels={labels}
        shown={(place, name) => shownOf(place)[name]}
        texts={text}
      />
      {((done && problems.length === 0) || (isNew && !isChanged && !rejected)) && (
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
      {edit.unsaved}
    </form>
  )
}

import type { ManagedOffer } from '@portal/contract/manage-offers.ts'
import { offerKinds, offerLengths } from '@portal/contract/words/offer-limits.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { municipalityName } from '#web/lib/format.ts'
import { AreaField } from '#web/shared/forms/area-field.tsx'
import { DayField } from '#web/shared/forms/day-field.tsx'
import type { useForm } from '#web/shared/forms/form.ts'
import { municipalitiesOptions } from '#web/shared/forms/municipality-field.tsx'
import { useEditForm } from '#web/shared/manage/edit-form.tsx'
import { EditProblems } from '#web/shared/manage/edit-problems.tsx'
import css from '#web/shared/manage/manage.module.css'
import { Button } from '#web/ui/controls/button.tsx'
import { formatDay } from '#web/ui/date-picker/athens-days.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { partnersOptions, useOfferChanges } from './api.ts'
import { MunicipalityChoice } from './municipality-choice.tsx'
import { factSentences, hints, labels, pointsHint, text } from './text.ts'
import {
  bodyOf,
  checkValues,
  emptyValues,
  factsOf,
  fieldNames,
  idsOf,
  isFixed,
  type OfferField,
  valuesOf,
} from './values.ts'

type OfferFormProps = {
  /** Undefined: a new one. */
  offer?: ManagedOffer
  /** Whether it was just added. */
  isNew?: boolean
  onAdded?: (offer: ManagedOffer) => void
  /** Called when the form begins or ends to have changes that are not saved. */
  onChanged?: (changed: boolean) => void
}

/** Facts of an offer. What somebody else changes meanwhile is said, and nothing typed is lost. */
export function OfferForm({ offer, isNew = false, onAdded, onChanged }: OfferFormProps) {
  const { add, change, latest } = useOfferChanges()
  const shownOf = useShown()
  const heading = useId()
  const edit = useEditForm<ManagedOffer, OfferField>({
    stored: offer,
    labels,
    names: fieldNames,
    valuesOf,
    empty: emptyValues(),
    check: (values, base) => checkValues(values, base?.version),
    sentences: factSentences,
    draft: `offer ${offer?.id ?? 'new'}`,
    save: (values, base) =>
      base ? change(base.id, { ...factsOf(values), version: base.version }) : add(bodyOf(values)),
    onSaved: (saved) => offer ?? onAdded?.(saved),
    latest: ({ id }) => latest(id),
    onChanged,
  })
  const { form, field, values, set, problems, rejected, pending, done, isChanged } = edit
  const state = offer?.state
  const isCoupon = values.kind === 'coupon'
  const of = (name: OfferField) => {
    const stays = state === 'published' && isFixed(name, state)
    const hint = stays
      ? text.stays
      : name === 'points'
        ? pointsHint[isCoupon ? 'coupon' : 'donation']
        : hints[name]
    return {
      ...field(name),
      ...(hint !== undefined && { hint }),
      readOnly: isFixed(name, state),
      autoComplete: 'off',
    }
  }
  const number = (name: OfferField, optional = true) => (
    <TextField {...of(name)} inputMode="numeric" optional={optional} maxLength={15} />
  )
  const lines = (name: 'description' | 'description_en') => (
    <AreaField
      {...of(name)}
      optional
      rows={4}
      maxLength={offerLengths.description}
      lang={name === 'description_en' ? 'en' : undefined}
      onChange={(value) => set(name, value)}
    />
  )
  const day = (name: 'starts_on' | 'ends_on') =>
    isFixed(name, state) ? (
      <TextField
        label={labels[name]}
        hint={of(name).hint}
        readOnly
        optional
        value={values[name] === '' ? '' : formatDay(values[name])}
      />
    ) : (
      <DayField
        label={labels[name]}
        name={name}
        required={name === 'starts_on'}
        clearable
        hint={hints[name]}
        value={values[name]}
        error={field(name).error}
        onChange={(day) => set(name, day)}
      />
    )
  return (
    <form {...form} className={css.panel} aria-labelledby={heading}>
      <h2 className="text-xl" id={heading}>
        {text.facts}
      </h2>
      {state === 'ended' && <p>{text.isEnded}</p>}
      <EditProblems
        of={edit}
        title={offer ? text.notSaved : text.notAdded}
        labels={labels}
        shown={(offer, name) => shownOf(name, valuesOf(offer)[name])}
        texts={text}
      />
      {done && problems.length === 0 && (
        <Notice tone="success" title={text.saved}>
          {state === 'published' && <p>{text.savedMeans}</p>}
        </Notice>
      )}
      {!done && isNew && !isChanged && !rejected && (
        <Notice tone="success" title={text.added}>
          <p>{text.addedMeans}</p>
        </Notice>
      )}
      <Part title={text.words}>
        {offer ? (
          <p>
            {text.kinds[offer.kind]} · {offer.partner.name}
          </p>
        ) : (
          <div className={css.fields}>
            <Select
              {...field('kind')}
              hint={hints.kind}
              choices={offerKinds.map((value) => ({ value, label: text.kinds[value] }))}
            />
            <PartnerField field={field('partner')} />
          </div>
        )}
        <div className={css.fields}>
          <TextField {...of('title')} maxLength={offerLengths.title} />
          <TextField {...of('title_en')} optional lang="en" maxLength={offerLengths.title} />
          {lines('description')}
          {lines('description_en')}
          {isCoupon && <TextField {...of('place')} optional maxLength={offerLengths.place} />}
        </div>
      </Part>
      <Part title={text.price}>
        <div className={css.fields}>
          {number('points', false)}
          {isCoupon && number('coupon_days', false)}
          {day('starts_on')}
          {day('ends_on')}
        </div>
      </Part>
      <Part title={text.limits}>
        <div className={css.fields}>
          {number('stock')}
          {number('stock_per_day')}
          {number('per_person')}
          {number('per_person_days')}
        </div>
        <MunicipalityChoice
          value={values.municipalities}
          error={field('municipalities').error}
          disabled={isFixed('municipalities', state)}
          onChange={(value) => set('municipalities', value)}
        />
      </Part>
      {isCoupon && (
        <Part title={text.unused}>
          <div className={css.fields}>
            {number('return_days')}
            {isFixed('returns_when_expired', state) ? (
              <TextField
                label={labels.returns_when_expired}
                hint={of('returns_when_expired').hint}
                readOnly
                value={shownOf('returns_when_expired', values.returns_when_expired)}
              />
            ) : (
              <Select
                {...field('returns_when_expired')}
                choices={(['no', 'yes'] as const).map((value) => ({
                  value,
                  label: text.expiryChoices[value],
                }))}
              />
            )}
          </div>
        </Part>
      )}
      {state !== 'ended' && (
        <div>
          <Button type="submit" busy={pending}>
            {offer ? text.save : text.addNow}
          </Button>
        </div>
      )}
      {edit.unsaved}
    </form>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={css.part}>
    <legend className="text-l bold">{title}</legend>
    {children}
  </fieldset>
)

type PartnerFieldProps = { field: ReturnType<ReturnType<typeof useForm<OfferField>>['field']> }

function PartnerField({ field }: PartnerFieldProps) {
  const { data, isError } = useQuery(partnersOptions)
  const hint =
    isError && !data ? text.partnersFailed : data?.partners.length === 0 ? text.noPartners : hints.partner
  return (
    <Select
      {...field}
      hint={hint}
      placeholder={text.choosePartner}
      choices={(data?.partners ?? []).map(({ client_id, name }) => ({ value: client_id, label: name }))}
    />
  )
}

/** Returns what a person reads of a value. */
function useShown() {
  const { data: municipalities = [] } = useQuery(municipalitiesOptions)
  return (name: OfferField, value: string): string => {
    if (name === 'returns_when_expired') return text.expiryChoices[value === 'yes' ? 'yes' : 'no']
    if (name === 'municipalities') {
      if (value === '') return text.everybody
      const names = municipalities
        .filter(({ id }) => idsOf(value).includes(id))
        .map(({ name }) => municipalityName(name))
      return names.join(', ')
    }
    if (value === '') return text.empty
    return name === 'starts_on' || name === 'ends_on' ? formatDay(value) : value
  }
}

import type { ManagedOffer } from '@portal/contract/manage-offers.ts'
import { offerKinds, offerLengths } from '@portal/contract/words/offer-limits.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { ApiError } from '#web/api/call.ts'
import { meOptions } from '#web/api/session.ts'
import { municipalityName } from '#web/lib/format.ts'
import { useForm } from '#web/shared/forms/form.ts'
import { useDraft, useKeptDraft } from '#web/shared/forms/kept-draft.ts'
import { municipalitiesOptions } from '#web/shared/forms/municipality-field.tsx'
import { useUnsavedChanges } from '#web/shared/forms/unsaved-changes.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { formatDay } from '#web/ui/date-picker/athens-days.ts'
import { DatePicker } from '#web/ui/date-picker/date-picker.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Field, TextField } from '#web/ui/forms/field.tsx'
import fieldCss from '#web/ui/forms/field.module.css'
import { ProblemList } from '#web/ui/forms/problem-list.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { partnersOptions, useOfferChanges } from './api.ts'
import css from './manage-offers.module.css'
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
  type Values,
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
  const email = useQuery(meOptions).data?.email ?? ''
  const shownOf = useShown()
  const heading = useId()
  // The offer as it was loaded or saved, whose values the operator has changed.
  const [base, setBase] = useState(offer)
  const [empty] = useState(emptyValues)
  const [meanwhile, setMeanwhile] = useState<string[]>()
  const unchanged = base ? valuesOf(base) : empty
  const draftName = `offer ${offer?.id ?? 'new'}`
  const { form, field, values, set, replace, problems, rejected, pending, done } = useForm<OfferField>({
    initial: { ...unchanged, ...(useDraft(draftName, email) as Partial<Values> | undefined) },
    labels,
    check: (values) => checkValues(values, base?.version),
    sentences: factSentences,
    sentencesOnly: true,
    submit: async (values) => {
      setMeanwhile(undefined)
      if (!base || !offer) {
        const added = await add(bodyOf(values))
        setBase(added)
        replace(() => valuesOf(added))
        onAdded?.(added)
        return
      }
      // The picture, and publishing on this page, change the version, too.
      const version = sameFacts(offer, base) ? offer.version : base.version
      const saved = await change(offer.id, { ...factsOf(values), version }).catch(async (error: unknown) => {
        if (error instanceof ApiError && error.has('changed_meanwhile')) await merge(base)
        throw error
      })
      setBase(saved)
      replace(() => valuesOf(saved))
    },
  })

  /** Takes over what somebody else has changed, except where something else was typed. */
  const merge = async (base: ManagedOffer) => {
    const theirs = await latest(base.id)
    const [old, fresh] = [valuesOf(base), valuesOf(theirs)]
    setMeanwhile(
      fieldNames
        .filter((name) => old[name] !== fresh[name])
        .map((name) => text.changedField(labels[name], shownOf(name, old[name]), shownOf(name, fresh[name]))),
    )
    replace((typed) => {
      const merged = fieldNames.map((name) => [name, typed[name] === old[name] ? fresh[name] : typed[name]])
      return Object.fromEntries(merged) as Values
    })
    setBase(theirs)
  }

  const changed = fieldNames.some((name) => values[name] !== unchanged[name])
  useKeptDraft(draftName, email, values, changed)
  const leaving = useUnsavedChanges(changed && !pending && !(done && !base))
  useEffect(() => onChanged?.(changed), [changed, onChanged])

  const others = problems.filter(({ field }) => field === undefined)
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
    <Field label={labels[name]} error={field(name).error} optional>
      {(wiring) => (
        <textarea
          {...wiring}
          className={fieldCss.area}
          name={name}
          rows={4}
          maxLength={offerLengths.description}
          readOnly={isFixed(name, state)}
          lang={name === 'description_en' ? 'en' : undefined}
          value={values[name]}
          onChange={({ target }) => set(name, target.value)}
        />
      )}
    </Field>
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
      <DatePicker
        label={labels[name]}
        name={name}
        format="DD/MM/YYYY"
        locale="el"
        firstDayOfWeek={1}
        placeholder={text.dayFormat}
        required={name === 'starts_on'}
        clearable
        hint={hints[name]}
        value={values[name] || null}
        error={field(name).error}
        onChange={(day) => set(name, day ?? '')}
      />
    )
  return (
    <form {...form} className={css.panel} aria-labelledby={heading}>
      <h2 className="text-xl" id={heading}>
        {text.facts}
      </h2>
      {state === 'ended' && <p>{text.isEnded}</p>}
      {rejected && meanwhile && (
        <Notice tone="error" title={text.changedMeanwhile}>
          <ul className={css.changes}>
            {(meanwhile.length > 0 ? meanwhile : [text.changedOther]).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p>{text.changedMeans}</p>
        </Notice>
      )}
      {rejected && !meanwhile && others.length > 0 && (
        <Notice tone="error" title={offer ? text.notSaved : text.notAdded}>
          <ProblemList problems={others} />
        </Notice>
      )}
      {done && problems.length === 0 && (
        <Notice tone="success" title={text.saved}>
          {state === 'published' && <p>{text.savedMeans}</p>}
        </Notice>
      )}
      {!done && isNew && !changed && !rejected && (
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
      {leaving}
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

const sameFacts = (one: ManagedOffer, other: ManagedOffer) => {
  const [a, b] = [valuesOf(one), valuesOf(other)]
  return fieldNames.every((name) => a[name] === b[name])
}

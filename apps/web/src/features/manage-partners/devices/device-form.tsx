import type { Device } from '@portal/contract/desk/manage-devices.ts'
import type { ManagedPartner } from '@portal/contract/manage-partners.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { ApiError } from '#web/api/call.ts'
import { useForm } from '#web/shared/forms/form.ts'
import { useUnsavedChanges } from '#web/shared/forms/unsaved-changes.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { ProblemList } from '#web/ui/forms/problem-list.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import css from '../partners-page.module.css'
import { allPlacesOptions, type NewCode, useDeviceChanges } from './api.ts'
import { deviceSentences } from './error-sentences.ts'
import { Missing } from './missing.tsx'
import { placeText, text, usesText } from './text.ts'
import { Uses, usesOf } from './uses.tsx'

const labels = { name: text.name, place: text.place, may: text.may }
type Name = keyof typeof labels
type Values = Record<Name, string>
const names = Object.keys(labels) as Name[]

const valuesOf = (device: Device | undefined): Values => ({
  name: device?.name ?? '',
  place: device?.place ? String(device.place.id) : '',
  may: device?.may.join('\n') ?? '',
})
const shownValue = (device: Device, name: Name) =>
  ({ name: device.name, place: placeText(device), may: usesText(device.may) })[name]

type DeviceFormProps = {
  partner: ManagedPartner
  /** The one to change; absent: a new one. */
  device?: Device | undefined
  onAdded: (added: NewCode) => void
  onChanged: (device: Device) => void
  onCancel: () => void
}

/**
 * Name, place and uses of a device. If another operator has changed it meanwhile, says what, keeps what was typed, and takes
 * the rest over.
 */
export function DeviceForm({ partner, device, onAdded, onChanged, onCancel }: DeviceFormProps) {
  const { add, change, latest } = useDeviceChanges(partner.client_id)
  const places = useQuery(allPlacesOptions).data ?? []
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [base, setBase] = useState(device)
  const [meanwhile, setMeanwhile] = useState<Name[]>([])
  useEffect(() => heading.current?.focus(), [])

  const takeOver = (fresh: Device, typed: Values) => {
    const [before, after] = [valuesOf(base), valuesOf(fresh)]
    const changed = names.filter((name) => before[name] !== after[name])
    setBase(fresh)
    setMeanwhile(changed)
    form.replace(() => ({
      ...typed,
      ...Object.fromEntries(
        changed.filter((name) => typed[name] === before[name]).map((name) => [name, after[name]]),
      ),
    }))
  }
  const form = useForm<Name>({
    initial: valuesOf(device),
    labels,
    check: ({ name, may }) => [
      ...(name.trim() === '' ? [{ code: 'blank' as const, field: 'name' }] : []),
      ...(may === '' ? [{ code: 'list_empty' as const, field: 'may' }] : []),
    ],
    sentences: deviceSentences,
    sentencesOnly: true,
    submit: async (values) => {
      setMeanwhile([])
      const facts = {
        name: values.name.trim(),
        place: values.place === '' ? null : Number(values.place),
        may: usesOf(values.may),
      }
      if (!base) return onAdded(await add(facts))
      try {
        onChanged(await change(base, { ...facts, version: base.version }))
      } catch (error) {
        const fresh =
          error instanceof ApiError && error.has('changed_meanwhile') ? await latest(base) : undefined
        if (fresh) takeOver(fresh, values)
        throw error
      }
    },
  })
  const { field, values, set, problems, rejected, pending } = form
  const saved = valuesOf(base)
  const unsaved = useUnsavedChanges(!form.done && names.some((name) => values[name] !== saved[name]))
  const others = problems.filter((problem) => problem.field === undefined)
  const { onChange: _, readOnly: __, ...placeField } = field('place')
  return (
    <form {...form.form} className={css.part} aria-labelledby={id}>
      <h2 className="text-l" id={id} ref={heading} tabIndex={-1}>
        {device ? text.changeTitle(device.name) : text.addTitle}
      </h2>
      <div className="pair">
        <TextField {...field('name')} hint={text.nameHint} autoComplete="off" />
        <Select
          {...placeField}
          hint={text.placeHint}
          optional
          placeholder={text.noPlaceYet}
          choices={places.map((place) => ({
            value: String(place.id),
            label: `${place.name}, ${place.address}`,
          }))}
          onChange={({ target }) => set('place', target.value)}
        />
      </div>
      <Uses
        legend={text.may}
        value={values.may}
        error={field('may').error}
        onChange={(value) => set('may', value)}
      />
      <Missing partner={partner} may={usesOf(values.may)} />
      {rejected && others.length > 0 && (
        <Notice tone="error" title={text.notSaved}>
          <ProblemList problems={others} />
          {base && meanwhile.length > 0 && (
            <>
              <p>{text.meanwhile}</p>
              <ul>
                {meanwhile.map((name) => (
                  <li key={name}>{`${labels[name]}: ${shownValue(base, name)}`}</li>
                ))}
              </ul>
            </>
          )}
        </Notice>
      )}
      <div className="actions">
        <Button type="submit" busy={pending}>
          {device ? text.save : text.addNow}
        </Button>
        <Button tone="ghost" onClick={onCancel}>
          {text.cancel}
        </Button>
      </div>
      {unsaved}
    </form>
  )
}

import type { Device } from '@portal/contract/desk/manage-devices.ts'
import type { ManagedPartner } from '@portal/contract/manage-partners.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { FormProblems } from '#web/ui/forms/problem-list.tsx'
import { useEditForm } from '#web/shared/manage/edit-form.tsx'
import css from '#web/shared/manage/manage.module.css'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { allPlacesOptions, type NewCode, useDeviceChanges } from './api.ts'
import { deviceSentences } from './error-sentences.ts'
import { Missing } from './missing.tsx'
import { placeText, text, usesText } from './text.ts'
import { Uses, usesOf } from './uses.tsx'

const labels = { name: text.name, place: text.place, may: text.may }
type Name = keyof typeof labels
const names = Object.keys(labels) as Name[]

const valuesOf = ({ name, place, may }: Device): Record<Name, string> => ({
  name,
  place: place ? String(place.id) : '',
  may: may.join('\n'),
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

/** Name, place and uses of a device. */
export function DeviceForm({ partner, device, onAdded, onChanged, onCancel }: DeviceFormProps) {
  const { add, change, latest } = useDeviceChanges(partner.client_id)
  const places = useQuery(allPlacesOptions).data ?? []
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const edit = useEditForm<Device, Name>({
    stored: device,
    labels,
    names,
    valuesOf,
    empty: { name: '', place: '', may: '' },
    check: ({ name, may }) => [
      ...(name.trim() === '' ? [{ code: 'blank' as const, field: 'name' }] : []),
      ...(may === '' ? [{ code: 'list_empty' as const, field: 'may' }] : []),
    ],
    sentences: deviceSentences,
    save: async (values, base) => {
      const facts = {
        name: values.name.trim(),
        place: values.place === '' ? null : Number(values.place),
        may: usesOf(values.may),
      }
      if (base) return change(base, { ...facts, version: base.version })
      const added = await add(facts)
      onAdded(added)
      return added.device
    },
    onSaved: (saved) => device && onChanged(saved),
    latest,
  })
  const { field, values, set, pending, meanwhile } = edit
  const { onChange: _, readOnly: __, ...placeField } = field('place')
  return (
    <form {...edit.form} className={css.panel} aria-labelledby={id}>
      <h2 className="text-xl" id={id} ref={heading} tabIndex={-1}>
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
      <FormProblems of={edit} title={text.notSaved}>
        {meanwhile && meanwhile.names.length > 0 && (
          <>
            <p>{text.meanwhile}</p>
            <ul>
              {meanwhile.names.map((name) => (
                <li key={name}>{`${labels[name]}: ${shownValue(meanwhile.after, name)}`}</li>
              ))}
            </ul>
          </>
        )}
      </FormProblems>
      <div className="actions">
        <Button type="submit" busy={pending}>
          {device ? text.save : text.addNow}
        </Button>
        <Button tone="ghost" onClick={onCancel}>
          {text.cancel}
        </Button>
      </div>
      {edit.unsaved}
    </form>
  )
}

import { readDeskCode } from '@portal/contract/desk/desk-codes.ts'
import type { Place } from '@portal/contract/places.ts'
import { inGroups } from '@portal/contract/sticker-codes.ts'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { problemText } from '#web/api/common-error-text.ts'
import * as endpoints from '#web/api/endpoints.ts'
import { ask } from '../model/ask.ts'
import { enrol } from '../model/device.ts'
import type { Enrolment } from '../model/enrolment.ts'
import css from '../parts/parts.module.css'
import { Heading } from '../parts/heading.tsx'
import { Problem } from '../parts/problem.tsx'
import { sentences } from '../words/error-text.ts'
import { text } from '../words/text.ts'
import { isPin, PinField } from '../parts/pin-field.tsx'

type EnrolProps = {
  given: Enrolment | undefined
  /** The device that this browser already is. */
  present: string | undefined
  onDone: () => void
  onCancel: (() => void) | undefined
}

/** Makes this browser a device: by a code, or by the link of a partner with the device's name and place. */
export function Enrol({ given, onDone, onCancel, ...props }: EnrolProps) {
  const [present] = useState(props.present)
  const link = given && 'link' in given ? given.link : undefined
  const [code, setCode] = useState(given && 'code' in given ? inGroups(readDeskCode(given.code)) : '')
  const [name, setName] = useState('')
  const [place, setPlace] = useState('')
  const [pin, setPin] = useState('')
  const [repeated, setRepeated] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const places = usePlaces(link !== undefined)
  const id = useId()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (!isPin(pin)) return setProblem(text.pinInvalid)
    if (pin !== repeated) return setProblem(text.pinsDiffer)
    setBusy(true)
    setProblem(undefined)
    const by = link === undefined ? { code } : { link, name, place: place || null }
    try {
      await enrol({ ...by, pin })
      onDone()
    } catch (error) {
      setProblem(problemText(sentences, error, link === undefined ? text.code : text.name))
      setBusy(false)
    }
  }
  return (
    <div className="narrow">
      <Heading>{text.enrolTitle}</Heading>
      <p className="intro">{link === undefined ? text.enrolIntro : text.enrolLinkIntro}</p>
      {present !== undefined && <p className="mt-2 semibold">{text.replaces(present)}</p>}
      <form className="form" noValidate onSubmit={(event) => void submit(event)}>
        {link === undefined ? (
          <div>
            <label className={css.label} htmlFor={id}>
              {text.code}
            </label>
            <input
              id={id}
              className={css.input}
              value={code}
              onInput={(event) => setCode(event.currentTarget.value)}
              autoCapitalize="characters"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              maxLength={100}
              placeholder="A4KX-97TE"
            />
          </div>
        ) : (
          <>
            <div>
              <label className={css.label} htmlFor={id}>
                {text.name}
              </label>
              <input
                id={id}
                className={css.input}
                value={name}
                onInput={(event) => setName(event.currentTarget.value)}
                autoComplete="off"
                maxLength={100}
                placeholder={text.nameExample}
              />
            </div>
            {places.length > 0 && (
              <div>
                <label className={css.label} htmlFor={`${id}-place`}>
                  {text.place}
                </label>
                <select
                  id={`${id}-place`}
                  className={css.input}
                  value={place}
                  onChange={(event) => setPlace(event.currentTarget.value)}
                >
                  <option value="">{text.noPlace}</option>
                  {places.map((one) => (
                    <option key={one.id} value={one.id}>
                      {`${one.name}, ${one.municipality.name}`}
                    </option>
                  ))}
                </select>
              </div>
            )}
          </>
        )}
        <PinField label={text.pin} value={pin} onChange={setPin} describedBy={`${id}-hint`} />
        <PinField label={text.pinRepeated} value={repeated} onChange={setRepeated} />
        <p className="note" id={`${id}-hint`}>
          {text.pinHint}
        </p>
        <Problem text={problem} />
        <button type="submit" className={css.primary} aria-busy={busy || undefined}>
          {text.enrol}
        </button>
        {onCancel && (
          <button type="button" className={css.quiet} onClick={onCancel}>
            {text.cancel}
          </button>
        )}
      </form>
    </div>
  )
}

/** The collection points; none while they are loading, and if they cannot be loaded: the operator may set the place later. */
function usePlaces(wanted: boolean): readonly Place[] {
  const [places, setPlaces] = useState<readonly Place[]>([])
  useEffect(() => {
    if (!wanted) return
    ask(endpoints.listPlaces, {}).then(setPlaces, () => undefined)
  }, [wanted])
  return places
}

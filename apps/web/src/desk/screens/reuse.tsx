import type { Desk } from '@portal/contract/desk/desk.ts'
import { useEffect, useState } from 'react'
import { formatNumber } from '#web/lib/format.ts'
import { cardOf, type Person } from '../model/person.ts'
import { pointsFor, ratesOf } from '../model/points.ts'
import { Heading } from '../parts/heading.tsx'
import css from '../parts/parts.module.css'
import { text } from '../words/text.ts'
import { OwnerCard } from './owner-card.tsx'
import { ReadCode } from './read-code.tsx'
import { Recorded } from './recorded.tsx'
import { Sum } from './sum.tsx'
import { useCardReader } from './use-card-reader.ts'
import { useRecording } from './use-recording.ts'
import { materialText } from './entry-text.ts'
import work from './work.module.css'

const maxItems = 10_000

/** Records what a person brought to a reuse centre, or took from it. */
export function Reuse({ desk }: { desk: Desk }) {
  const [person, setPerson] = useState<Person>()
  const { problem, busy, refuse, readCard } = useCardReader()
  const [kind, setKind] = useState<'brought' | 'took'>('brought')
  /** Null: every material without a rate of its own; undefined: not chosen. */
  const [material, setMaterial] = useState<string | null>()
  const [count, setCount] = useState('1')
  const { last, failed, recordEntry, forget } = useRecording(desk)

  // The visit of a card ends: later entries would be refused.
  useEffect(() => {
    if (!person) return undefined
    const timer = setTimeout(() => setPerson(undefined), person.until - Date.now())
    return () => clearTimeout(timer)
  }, [person])

  async function read(typed: string) {
    const card = cardOf(typed)
    if (busy) return
    if (card === undefined) return refuse(text.cardLength)
    const found = await readCard(typed, card)
    if (found) forget()
    return setPerson(found)
  }

  if (!person)
    return (
      <ReadCode
        {...{ last, failed, busy, problem }}
        use="reuse"
        hint={text.aimCard}
        label={text.cardCode}
        button={text.readCard}
        onCode={(code) => void read(code)}
      />
    )

  const rates = ratesOf(desk.rates, kind)
  const rate = rates.find((one) => one.material === material)
  const items = Number(count)
  const isReady = rate !== undefined && items >= 1
  const points = isReady ? pointsFor(items, rate.points_per_unit) : null

  async function submit() {
    if (!isReady || !person) return
    const entry = { kind, items, points, ...(rate.material !== null && { material: rate.material }) }
    // Chosen anew for each entry: a second press records nothing.
    setMaterial(undefined)
    setCount('1')
    if (await recordEntry(entry, person)) return
    setMaterial(rate.material)
    setCount(count)
  }
  const choose = (next: 'brought' | 'took') => {
    setKind(next)
    setMaterial(undefined)
  }
  return (
    <form
      className={work.page}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Heading hidden>{text.uses.reuse}</Heading>
      <fieldset className={`${css.choices} ${css.halves}`}>
        <legend className="hidden">{text.direction}</legend>
        {(['brought', 'took'] as const).map((one) => (
          <label key={one} className={css.choice}>
            <input type="radio" name="direction" checked={kind === one} onChange={() => choose(one)} />
            {text[one]}
          </label>
        ))}
      </fieldset>
      <OwnerCard owner={person} onOther={() => setPerson(undefined)} />
      <Recorded reference={last} failed={failed} />
      {rates.length === 0 ? (
        <p className={work.warning}>{text.noRates}</p>
      ) : (
        <>
          <fieldset className={css.choices}>
            <legend>{text.what}</legend>
            {rates.map((one) => (
              <label key={one.material ?? ''} className={css.choice}>
                <input
                  type="radio"
                  name="material"
                  checked={material === one.material}
                  onChange={() => setMaterial(one.material)}
                />
                {materialText(one.material)}
              </label>
            ))}
          </fieldset>
          <div>
            <label className={css.label} htmlFor="count">
              {text.howMany}
            </label>
            <div className={css.stepper}>
              <button
                type="button"
                className={css.key}
                aria-label={text.fewer}
                disabled={items <= 1}
                onClick={() => setCount(String(Math.max(1, items - 1)))}
              >
                −
              </button>
              <input
                id="count"
                className={css.count}
                inputMode="numeric"
                autoComplete="off"
                value={count}
                onInput={(event) => {
                  const digits = event.currentTarget.value.replaceAll(/\D/g, '').replace(/^0+/, '')
                  setCount(Number(digits) > maxItems ? count : digits)
                }}
              />
              <button
                type="button"
                className={css.key}
                aria-label={text.more}
                onClick={() => setCount(String(Math.min(maxItems, items + 1)))}
              >
                +
              </button>
            </div>
          </div>
          {isReady && (
            <Sum
              what={`${materialText(rate.material)}: ${formatNumber(items)}`}
              rate={rate}
              points={points}
            />
          )}
        </>
      )}
      <div className={work.foot}>
        <button type="submit" className={css.primary} disabled={!isReady}>
          {text.record}
        </button>
      </div>
    </form>
  )
}

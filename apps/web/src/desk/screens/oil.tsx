import type { Desk } from '@portal/contract/desk/desk.ts'
import { useLayoutEffect, useRef, useState } from 'react'
import { ownerOf } from '../model/person.ts'
import { pointsFor, ratesOf } from '../model/points.ts'
import { Heading } from '../parts/heading.tsx'
import { Keypad } from '../parts/keypad.tsx'
import { litresOf, pressed, typed } from '../parts/keys.ts'
import css from '../parts/parts.module.css'
import { play } from '../parts/sound.ts'
import { text } from '../words/text.ts'
import { litresText } from './entry-text.ts'
import { type Owner, OwnerCard } from './owner-card.tsx'
import { ReadCode } from './read-code.tsx'
import { Recorded } from './recorded.tsx'
import { Sum } from './sum.tsx'
import { useCardReader } from './use-card-reader.ts'
import { useRecording } from './use-recording.ts'
import work from './work.module.css'

/** Records litres of oil: many bottles in a row, by the stickers on their caps or by a card. */
export function Oil({ desk }: { desk: Desk }) {
  const [owner, setOwner] = useState<Owner>()
  const [litres, setLitres] = useState('')
  const { problem, busy, refuse, accept, readCard } = useCardReader()
  const { last, failed, recordEntry } = useRecording(desk)

  async function read(code: string) {
    if (busy) return
    const found = ownerOf(code)
    if (!found) return refuse(text.stickerWrong)
    if ('card' in found) return setOwner(await readCard(code, found.card))
    accept()
    play('good')
    return setOwner(found)
  }
  const other = () => {
    setOwner(undefined)
    setLitres('')
  }

  if (!owner)
    return (
      <ReadCode
        {...{ last, failed, busy, problem }}
        use="oil"
        hint={text.aimSticker}
        label={text.stickerCode}
        button={text.take}
        onCode={(code) => void read(code)}
      />
    )

  const rate = ratesOf(desk.rates, 'oil').find(({ material }) => material === null)
  const amount = litresOf(litres)
  const points = rate && amount !== undefined ? pointsFor(amount, rate.points_per_unit) : null

  async function submit() {
    if (amount === undefined || !owner || !rate) return
    // A second press records nothing.
    other()
    if (await recordEntry({ kind: 'oil', litres: amount, points }, owner)) return
    setOwner(owner)
    setLitres(litres)
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
      <Heading hidden>{text.uses.oil}</Heading>
      <OwnerCard owner={owner} onOther={other} />
      {failed && <Recorded reference={undefined} failed />}
      <Litres value={litres} onChange={setLitres} />
      <Keypad comma onKey={(key) => setLitres((before) => pressed(before, key))} />
      {!rate && <p className={work.warning}>{text.noRates}</p>}
      {rate && amount !== undefined && (
        <Sum what={`${litresText(amount)} ${text.litresUnit(amount)}`} rate={rate} points={points} />
      )}
      <div className={work.foot}>
        <button type="submit" className={css.primary} disabled={amount === undefined || !rate}>
          {text.recordAndNext}
        </button>
      </div>
    </form>
  )
}

/** Shows the number; a keyboard types into it, phones show none of their own. */
function Litres({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  return (
    <div>
      <label className={css.label} htmlFor="litres">
        {text.litres}
      </label>
      <input
        ref={field}
        id="litres"
        className={css.number}
        inputMode="none"
        autoComplete="off"
        placeholder="0"
        value={value.replace(',', text.comma)}
        onInput={(event) => onChange(typed(event.currentTarget.value))}
      />
    </div>
  )
}

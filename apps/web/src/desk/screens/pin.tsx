import { type FormEvent, useId, useState } from 'react'
import { Unreachable } from '#web/api/call.ts'
import { problemText } from '#web/api/common-error-text.ts'
import { learnFrom, openWith } from '../model/device.ts'
import css from '../parts/parts.module.css'
import { Heading } from '../parts/heading.tsx'
import { Keypad } from '../parts/keypad.tsx'
import { Problem } from '../parts/problem.tsx'
import { play } from '../parts/sound.ts'
import { sentences } from '../words/error-text.ts'
import { text } from '../words/text.ts'
import { isPin, PinField } from '../parts/pin-field.tsx'

/** Asks for the PIN of the device. */
export function Pin() {
  const [pin, setPin] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const id = useId()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (!isPin(pin)) return setProblem(text.pinInvalid)
    setBusy(true)
    setProblem(undefined)
    try {
      if ((await openWith(pin)) === 'open') return
      setProblem(text.wrongPin)
    } catch (error) {
      if (learnFrom(error)) return
      setProblem(error instanceof Unreachable ? text.pinOffline : problemText(sentences, error, text.pin))
    }
    play('bad')
    setPin('')
    setBusy(false)
  }
  return (
    <div className="narrow">
      <Heading>{text.closedTitle}</Heading>
      <form className="form" noValidate onSubmit={(event) => void submit(event)}>
        <PinField
          label="PIN"
          value={pin}
          onChange={setPin}
          ownKeys
          invalid={problem !== undefined}
          describedBy={`${id}-error`}
        />
        <Problem id={`${id}-error`} text={problem} />
        <Keypad
          onKey={(key) => setPin((pin) => (key === 'back' ? pin.slice(0, -1) : (pin + key).slice(0, 6)))}
        />
        <button type="submit" className={css.primary} aria-busy={busy || undefined}>
          {text.open}
        </button>
      </form>
    </div>
  )
}

import { useState } from 'react'
import { problemText } from '#web/api/common-error-text.ts'
import { learnFrom } from '../model/device.ts'
import { type Person, readPerson } from '../model/person.ts'
import { play } from '../parts/sound.ts'
import { sentences } from '../words/error-text.ts'
import { text } from '../words/text.ts'

/** Reads cards, one at a time; `problem` says why the last code was refused. */
export function useCardReader() {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const refuse = (why: string) => {
    play('bad')
    setProblem(why)
  }
  /** @param typed as scanned or typed, of the normalized code `card`. @returns undefined if it was refused */
  async function readCard(typed: string, card: string): Promise<Person | undefined> {
    setBusy(true)
    setProblem(undefined)
    try {
      const person = await readPerson(typed, card)
      play('good')
      return person
    } catch (error) {
      play('bad')
      if (!learnFrom(error)) setProblem(problemText(sentences, error, text.cardCode))
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { problem, busy, refuse, accept: () => setProblem(undefined), readCard }
}

import { useState } from 'react'
import type { Desk } from '@portal/contract/desk/desk.ts'
import { flush } from '../model/device.ts'
import { type NewEntry, record } from '../model/entries.ts'
import { outdateToday } from '../model/today.ts'
import { play } from '../parts/sound.ts'
import { type Owner, shownName } from './owner-card.tsx'

/** Records entries and remembers the last one. */
export function useRecording(desk: Desk) {
  const [last, setLast] = useState<string>()
  const [failed, setFailed] = useState(false)
  /** @returns whether it is on the device */
  async function recordEntry(
    what: Omit<NewEntry, 'who' | 'card' | 'sticker'>,
    owner: Owner,
  ): Promise<boolean> {
    const isSticker = 'sticker' in owner
    const by = isSticker ? { sticker: owner.sticker } : { card: owner.card }
    // The server compares the card with this time, if it has not read it.
    const at = !isSticker && owner.name === null ? owner.readAt : undefined
    try {
      const { reference } = await record(desk.id, { ...what, ...by, who: shownName(owner) }, at)
      setFailed(false)
      setLast(reference)
      play('done')
      outdateToday()
      void flush()
      return true
    } catch {
      play('bad')
      setFailed(true)
      return false
    }
  }
  return { last, failed, recordEntry, forget: () => setLast(undefined) }
}

import { useState } from 'react'
import type { Desk } from '@portal/contract/desk/desk.ts'
import { flush } from '../model/device.ts'
import { type NewEntry, record } from '../model/entries.ts'
import { play } from '../parts/sound.ts'

/** Records entries and remembers the last one. */
export function useRecording(desk: Desk) {
  const [last, setLast] = useState<string>()
  const [failed, setFailed] = useState(false)
  /** @param at when it happened; absent: now. @returns whether it is on the device */
  async function recordEntry(entry: NewEntry, at?: number): Promise<boolean> {
    try {
      const { reference } = await record(desk.id, entry, at)
      setFailed(false)
      setLast(reference)
      play('done')
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

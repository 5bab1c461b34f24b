import { useEffect, useState } from 'react'

const load = () => import('./opening.ts')
export type Opening = Awaited<ReturnType<typeof load>>

/** Loads the code of opening hours beside the list. @returns undefined until then; the list shows their text meanwhile */
export function useOpening(): Opening | undefined {
  const [opening, setOpening] = useState<Opening>()
  useEffect(() => {
    load().then(setOpening, () => {
      // No network, or replaced by an update: the texts stay.
    })
  }, [])
  return opening
}

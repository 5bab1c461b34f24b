import { useEffect, useRef, useState } from 'react'
import type { ManagedOffer } from '@portal/contract/manage-offers.ts'
import { ApiError } from '#web/api/call.ts'
import { problemText } from '#web/api/common-error-text.ts'
import { useOfferChanges } from './api.ts'

export type Outcome = { tone: 'success' | 'error'; title: string; means?: string }

/** State of changes by buttons: one at a time; what came of it gets the focus. */
export function useAction({ id }: Pick<ManagedOffer, 'id'>) {
  const { latest } = useOfferChanges()
  const place = useRef<HTMLElement>(null)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  useEffect(() => {
    if (outcome) place.current?.querySelector<HTMLElement>('[data-problem], [data-success]')?.focus()
  }, [outcome])

  const run = async (
    action: () => Promise<unknown>,
    texts: { done: string; failed: string; sentences: Parameters<typeof problemText>[0] },
  ) => {
    if (busy) return false
    setOutcome(undefined)
    setBusy(true)
    try {
      await action()
      setOutcome({ tone: 'success', title: texts.done })
      return true
    } catch (error) {
      if (error instanceof ApiError && error.has('changed_meanwhile')) await latest(id).catch(() => undefined)
      setOutcome({ tone: 'error', title: texts.failed, means: problemText(texts.sentences, error) })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { place, busy, outcome, setOutcome, run }
}

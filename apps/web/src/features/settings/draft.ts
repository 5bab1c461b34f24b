import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { keepDraft, takeDraft } from '#web/shared/forms/drafts.ts'
import { isSessionLost, meOptions } from '#web/api/session.ts'
import type { Values } from './values.ts'

const nameOf = (email: string) => `settings ${email}`

/** Returns the unsaved input of this account from before its session ended; once, after signing in again. */
export function useDraft(email: string): Record<string, string> | undefined {
  const [draft] = useState(() => takeDraft(nameOf(email)))
  return draft
}

/** Keeps unsaved input if the page unmounts because the session ended or belongs to another account. */
export function useKeptDraft(email: string, values: Values, changed: boolean): void {
  const client = useQueryClient()
  const latest = useRef({ values, changed })
  useEffect(() => {
    latest.current = { values, changed }
  }, [values, changed])
  useEffect(
    () => () => {
      const { values, changed } = latest.current
      const now = client.getQueryData(meOptions.queryKey)
      if (changed && (isSessionLost(client) || (now && now.email !== email))) keepDraft(nameOf(email), values)
    },
    [client, email],
  )
}

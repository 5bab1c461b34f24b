import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { keepDraft, takeDraft } from '#web/shared/forms/drafts.ts'
import { isSessionLost, meOptions } from '#web/api/session.ts'
import type { Values } from './values.ts'

const nameOf = (email: string) => `settings ${email}`

/** What this account had typed here when its session ended under its hands; there once, after signing in again. */
export function useDraft(email: string): Record<string, string> | undefined {
  const [draft] = useState(() => takeDraft(nameOf(email)))
  return draft
}

/** Keeps what is typed and unsaved if the page goes because the session ended or is another account's. */
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

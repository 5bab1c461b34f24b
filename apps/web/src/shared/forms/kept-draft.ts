import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { dropDraft, keepDraft, readDraft } from './drafts.ts'
import { isSessionLost, meOptions } from '#web/api/session.ts'

/**
 * Returns the unsaved input of this account from before its session ended; once, after signing in again.
 * @param form name of the form
 */
export function useDraft(form: string, email: string): Record<string, string> | undefined {
  const name = `${form} ${email}`
  const [draft] = useState(() => readDraft(name))
  // Not while rendering: React may discard a render and start again.
  useEffect(() => dropDraft(name), [name])
  return draft
}

/** Keeps unsaved input if the page unmounts because the session ended or belongs to another account. */
export function useKeptDraft(
  form: string,
  email: string,
  values: Record<string, string>,
  changed: boolean,
): void {
  const client = useQueryClient()
  const latest = useRef({ values, changed })
  useEffect(() => {
    latest.current = { values, changed }
  }, [values, changed])
  useEffect(
    () => () => {
      const { values, changed } = latest.current
      const now = client.getQueryData(meOptions.queryKey)
      if (changed && (isSessionLost(client) || (now && now.email !== email)))
        keepDraft(`${form} ${email}`, values)
    },
    [client, form, email],
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onSessionChange } from '#web/api/call.ts'
import { onOtherTab } from '#web/api/tell-other-tabs.ts'
import { watchSessionEnd } from '#web/api/session-timer.ts'
import { meOptions, readMeAgain } from '#web/api/session.ts'

/** Reloads the profile when a response, another tab or the session's end signals a change; the guards then redirect. */
export function useSessionChanges(): void {
  const client = useQueryClient()
  // If the call fails, the next one or the window's focus retries.
  useEffect(() => onOtherTab(() => void readMeAgain(client).catch(() => undefined)), [client])
  useEffect(
    () =>
      onSessionChange(() => {
        // If the call fails, the next one retries.
        if (client.getQueryData(meOptions.queryKey)) readMeAgain(client).catch(() => undefined)
      }),
    [client],
  )
  useEffect(() => watchSessionEnd(() => void readMeAgain(client).catch(() => undefined)), [client])
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onSessionChange } from '#web/api/call.ts'
import { onOtherTab } from '#web/api/other-tabs.ts'
import { meOptions, readMeAgain } from '#web/api/session.ts'

/** Asks again who is signed in when an answer or another tab says that it has changed; the guards do the rest. */
export function useSessionWatch(): void {
  const client = useQueryClient()
  // After a failed call the next one, or the window's focus, asks again.
  useEffect(() => onOtherTab(() => void readMeAgain(client).catch(() => undefined)), [client])
  useEffect(
    () =>
      onSessionChange(() => {
        // After a failed call the next one asks again.
        if (client.getQueryData(meOptions.queryKey)) readMeAgain(client).catch(() => undefined)
      }),
    [client],
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onNotSignedIn } from '#web/lib/call.ts'
import { meOptions, readMeAgain } from '#web/lib/session.ts'

/** When any call learns that the session is over, asks again who is signed in; the guards do the rest. */
export function useSessionWatch(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      onNotSignedIn(() => {
        // Without an answer the next call tells the same.
        if (client.getQueryData(meOptions.queryKey)) readMeAgain(client).catch(() => undefined)
      }),
    [client],
  )
}

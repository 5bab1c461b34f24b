import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { signInInPlace } from '#web/api/call.ts'
import { isSessionLost, leaveLostSession, lostOptions, meOptions, readMeAgain } from '#web/api/session.ts'
import { lazyPart as part, PartBoundary } from '#web/ui/layout/lazy-part.tsx'

const SignInAgain = part(async () => (await import('#web/features/login/sign-in-again.tsx')).SignInAgain)

/**
 * While rendered, the end of the session leaves the page with what was typed, below a dialog that asks to sign in again. Changes
 * that the server rejected because of it are sent again. If another account signs in, the guards open its own page.
 */
export function KeptPage() {
  const client = useQueryClient()
  const { data: lost } = useQuery(lostOptions)
  const waiting = useRef<((isSame: boolean) => void)[]>([])
  const account = useQuery(meOptions).data?.account

  useEffect(() => {
    const settle = (isSame: boolean) => {
      for (const answer of waiting.current) answer(isSame)
      waiting.current = []
    }
    const stop = signInInPlace(async () => {
      const read = await readMeAgain(client).catch(() => undefined)
      // Not lost: another tab has signed in meanwhile.
      if (!isSessionLost(client)) return read?.account === account
      return new Promise((resolve) => waiting.current.push(resolve))
    })
    return () => {
      stop()
      settle(false)
    }
  }, [client, account])

  const wasLost = useRef(false)
  useEffect(() => {
    if (!lost && wasLost.current) {
      for (const answer of waiting.current) answer(true)
      waiting.current = []
      // What failed meanwhile.
      void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null })
    }
    wasLost.current = Boolean(lost)
  }, [lost, client])

  if (!lost) return null
  return (
    <PartBoundary fallback={null}>
      <SignInAgain email={lost} onLeave={() => leaveLostSession(client)} />
    </PartBoundary>
  )
}

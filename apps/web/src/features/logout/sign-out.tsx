import { useEffect, useRef, useState } from 'react'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { useLogout } from './api.ts'
import { text } from './text.ts'

/** Signs out once when mounted. Renders nothing unless it fails. */
export function SignOut({ onDone }: { onDone: () => void }) {
  const logout = useLogout()
  const [failed, setFailed] = useState(false)
  const begun = useRef(false)

  const leave = () => {
    setFailed(false)
    logout().then(onDone, () => setFailed(true))
  }

  useEffect(() => {
    if (begun.current) return
    begun.current = true
    leave()
  })

  return failed && <ErrorState whole title={text.failed} retry={leave} />
}

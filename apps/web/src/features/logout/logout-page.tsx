import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Page } from '#web/lib/page.tsx'
import { ErrorState } from '#web/ui/state.tsx'
import { useLogout } from './api.ts'
import { text } from './text.ts'

/** Signs out as soon as it is opened, then goes home. Shows nothing, unless it could not be done. */
export function LogoutPage() {
  const logout = useLogout()
  const navigate = useNavigate()
  const [failed, setFailed] = useState(false)
  const begun = useRef(false)

  const leave = () => {
    setFailed(false)
    logout().then(
      () => navigate('/', { replace: true }),
      () => setFailed(true),
    )
  }

  useEffect(() => {
    if (begun.current) return
    begun.current = true
    leave()
  })

  return <Page title={text.title}>{failed && <ErrorState whole title={text.failed} retry={leave} />}</Page>
}

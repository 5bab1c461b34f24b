import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { problemText } from '#web/api/common-error-text.ts'
import { AskingButton } from '#web/ui/dialogs/asking-button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Unloaded } from '#web/ui/feedback/unloaded.tsx'
import { sessionsOptions, useSessionCalls } from './api.ts'
import css from './security.module.css'
import { SessionCard } from './session-card.tsx'
import { text } from './text.ts'

/** Where the account is signed in; each session can be ended, and all at once. */
export function Sessions() {
  const { pathname, search } = useLocation()
  const query = useQuery(sessionsOptions)
  const { data } = query
  const [ended, setEnded] = useState<string>()
  const said = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The clicked button is gone: focus the result, which is announced; Tab continues from there.
    if (ended) said.current?.querySelector<HTMLElement>('[data-success]')?.focus()
  }, [ended])

  return (
    <section aria-labelledby="sessions" className={css.section}>
      <h2 id="sessions">{text.sessions}</h2>
      <p className="intro">
        {text.sessionsIntro}{' '}
        <Link to={{ pathname: pathname.replace(/\/security\/*$/, '/password'), search }}>
          {text.changePassword}
        </Link>
      </p>
      <div ref={said}>
        {ended && (
          <Notice tone="success" title={text.ended} key={ended}>
            <p>{text.endedMeans(ended)}</p>
          </Notice>
        )}
      </div>
      <Unloaded query={query} failed={text.notLoaded} height="6rem" />
      {data && (
        <ul className="stack gap-4" aria-labelledby="sessions">
          {[...data.filter(({ current }) => current), ...data.filter(({ current }) => !current)].map(
            (session) => (
              <SessionCard key={session.id} session={session} onEnd={setEnded} />
            ),
          )}
        </ul>
      )}
      <SignOutEverywhere />
    </section>
  )
}

function SignOutEverywhere() {
  const { endAll } = useSessionCalls()
  const { mutate, isPending, error } = useMutation({ mutationFn: endAll })
  return (
    <div className={css.everywhere}>
      <p id="everywhere">{text.everywhereIntro}</p>
      {error && (
        <Notice tone="error" title={text.notEverywhere}>
          <p>{problemText({}, error)}</p>
        </Notice>
      )}
      <AskingButton
        label={text.everywhere}
        busy={isPending}
        about="everywhere"
        title={text.everywhereQuestion}
        cancel={text.cancel}
        onConfirm={mutate}
      >
        <p>{text.everywhereMeans}</p>
      </AskingButton>
    </div>
  )
}

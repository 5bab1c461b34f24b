import { UserRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { ExportButton } from '#web/shared/export/export-button.tsx'
import { usersFileName } from '#web/shared/export/file-name.ts'
import { KeysHelp } from '#web/shared/keyboard-help/keyboard-help.tsx'
import { useKeys } from '#web/ui/keyboard/keyboard-shortcuts.ts'
import { Page } from '#web/shared/page/page.tsx'
import { ParticipantList } from '#web/shared/participants/participant-list.tsx'
import { useParticipants } from '#web/shared/participants/api.ts'
import { DensitySwitch } from '#web/ui/controls/density-switch.tsx'
import { useDensity } from '#web/ui/layout/density.ts'
import { isFocusLost } from '#web/ui/layout/focus-lost.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import headed from '#web/ui/lists/headed-list.module.css'
import { exportRoute } from './api.ts'
import { text } from './text.ts'
import { UnactivatedList } from './unactivated-list.tsx'
import { UserDetails } from './user-details.tsx'

/** Most results of a search that also lists accounts that are not activated: a surname, not its first letters. */
const fewFound = 20

/** The staff's users: list on the left, selected participant on the right; on a phone only one of them. */
export function UsersPage() {
  const { participantId } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const density = useDensity()
  const search = params.get('search') ?? ''
  const users = useParticipants(search)
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLElement>(null)

  const addressOf = (id: number | undefined) => ({
    pathname: id === undefined ? '/admin/users' : `/admin/users/${id}`,
    search: search === '' ? '' : `?${new URLSearchParams({ search }).toString()}`,
  })

  // When the details close and had the focus, focus the row they were opened from. A list that was hidden measures itself in this frame
  // and renders its rows by the next.
  const leaving = useRef(false)
  useEffect(() => {
    if (!leaving.current || participantId !== undefined) return undefined
    leaving.current = false
    // Otherwise it is still in the list, or the next keys have moved it: '/' to the search box.
    if (!isFocusLost()) return undefined
    heading.current?.focus({ preventScroll: true })
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        if (document.activeElement !== heading.current) return
        list.current?.querySelector<HTMLElement>('[data-rows] [tabindex="0"]')?.focus({ preventScroll: true })
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [participantId])
  const leave = () => {
    leaving.current = true
  }
  useKeys({
    Escape: () => {
      if (participantId === undefined) return false
      leave()
      return navigate(addressOf(undefined))
    },
  })

  return (
    <Page title={text.title}>
      {/* On a phone the list is hidden, but the page still needs a heading. */}
      <h1 ref={heading} tabIndex={-1} className="hidden">
        {text.title}
      </h1>
      <div className={headed.layout} data-open={participantId !== undefined} data-density={density}>
        <div className={headed.head}>
          <span className={headed.title} aria-hidden="true">
            {text.title}
          </span>
          <span className={headed.total} role="status">
            {users.status === 'success' && users.totalText}
          </span>
          <DensitySwitch />
          <KeysHelp />
          <ExportButton route={exportRoute} input={{ query: { search } }} name={usersFileName(search)} />
        </div>
        <section ref={list} className={headed.list} aria-label={text.list}>
          <ParticipantList
            people={users}
            search={search}
            current={participantId}
            addressOf={({ id }) => addressOf(id)}
            main
            after={
              search !== '' &&
              users.shown === search &&
              users.status === 'success' &&
              users.count <= fewFound && (
                <UnactivatedList search={search} current={participantId} addressOf={addressOf} />
              )
            }
          />
        </section>
        <section className={headed.detail} aria-label={text.details}>
          {participantId === undefined ? (
            <EmptyState icon={UserRound} title={text.choose} text={text.chooseIntro} />
          ) : (
            <UserDetails key={participantId} id={participantId} back={addressOf(undefined)} onBack={leave} />
          )}
        </section>
      </div>
    </Page>
  )
}

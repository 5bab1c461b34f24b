import type { ParticipantDetails } from '@portal/contract/participants.ts'
import { can } from '@portal/contract/security/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, History, UserRoundX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { To } from 'react-router'
import { Link, useNavigate } from 'react-router'
import { ApiError } from '#web/api/call.ts'
import { meOptions } from '#web/api/session.ts'
import { useKeys } from '#web/ui/keyboard/keyboard-shortcuts.ts'
import { nameOf, useParticipant } from '#web/shared/participants/api.ts'
import { formatNumber, fullMunicipalityName } from '#web/lib/format.ts'
import { formatDay } from '#web/ui/date-picker/athens-days.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { isFocusLost } from '#web/ui/layout/focus-lost.ts'
import { Hidden } from '#web/ui/layout/hidden.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { restrictionText, text } from './text.ts'
import pane from '#web/ui/lists/detail-pane.module.css'
import css from './user-details.module.css'
import { ErasedNotice } from './personal-data/erased-notice.tsx'
import type { Erased } from './personal-data/api.ts'
import { UserActivation } from './user-activation.tsx'
import { UserOverview } from './user-overview.tsx'

type UserDetailsProps = { id: string; back: To; onBack: () => void }

/** Read-only details of one participant for staff (portal.md §2). */
export function UserDetails({ id, back, onBack }: UserDetailsProps) {
  const [erased, setErased] = useState<Erased>()
  const { data, error, isFetched, refetch } = useParticipant(erased ? undefined : id)
  const notFound = error instanceof ApiError && error.has('not_found')
  return (
    <div className={pane.content}>
      <Link to={back} className={pane.back} onClick={onBack}>
        <ArrowLeft size={19} aria-hidden="true" />
        {text.back}
      </Link>
      {erased && <ErasedNotice {...erased} />}
      {data && <Facts person={data} onErased={setErased} />}
      {!erased && !data && !error && <LoadingPlaceholder isFirst={!isFetched} />}
      {!data && notFound && <EmptyState icon={UserRoundX} title={text.notFound} text={text.notFoundIntro} />}
      {!data && error && !notFound && <ErrorState title={text.detailFailed} retry={() => void refetch()} />}
    </div>
  )
}

type FactsProps = { person: ParticipantDetails; onErased: (erased: Erased) => void }

function Facts({ person, onErased }: FactsProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { role } = useQuery(meOptions).data ?? {}
  const municipality = person.municipality_name ? fullMunicipalityName(person.municipality_name) : ''

  useEffect(() => {
    // On a phone the details replace the list, and its focused element is gone. On a wide screen the focus stays in the
    // list.
    if (!isFocusLost()) return
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])

  const isHidden = person.restricted === true && !can(role, 'requests.answer')
  const history = `/admin/points/${person.id}/page/1`
  const navigate = useNavigate()
  useKeys({ h: () => person.is_active && !isHidden && navigate(history) })

  const facts = [
    { name: text.firstName, value: person.first_name },
    { name: text.lastName, value: person.last_name },
    { name: text.telephone, value: person.telephone, copy: { label: text.copyTelephone, shortcut: 't' } },
    { name: text.email, value: person.email, long: true, copy: { label: text.copyEmail, shortcut: 'e' } },
    { name: text.municipality, value: municipality },
    {
      name: text.accountNumber,
      value: String(person.id),
      copy: { label: text.copyAccountNumber, shortcut: 'a' },
    },
    { name: text.signedUp, value: person.created_at ? formatDay(person.created_at.slice(0, 10)) : '…' },
  ]
  return (
    <>
      <div className={pane.head}>
        <h2 className={pane.name} ref={heading} tabIndex={-1}>
          {nameOf(person)}
        </h2>
        {person.is_active && !isHidden && (
          <p className={css.balance}>
            {text.balance} <strong>{formatNumber(person.points_summary.available)}</strong>
          </p>
        )}
        {person.is_active && !isHidden && (
          <ButtonLink tone="ghost" to={history} aria-keyshortcuts="h">
            <History size={19} aria-hidden="true" />
            {text.history}
          </ButtonLink>
        )}
      </div>
      <dl className={css.facts}>
        {facts.map(({ name, value, copy, long }) => (
          <div key={name} className={long ? css.long : undefined}>
            <dt>{name}</dt>
            <dd>
              {!value && <Absent isHidden={isHidden} />}
              {value && (copy ? <Copyable value={value} {...copy} /> : value)}
            </dd>
          </div>
        ))}
      </dl>
      {!person.is_active && <UserActivation person={person} />}
      {isHidden ? (
        <div className={css.hidden}>
          <p>
            <strong>{restrictionText.hidden}</strong>
          </p>
          <p>{restrictionText.hiddenMeans}</p>
        </div>
      ) : (
        <UserOverview person={person} onErased={onErased} />
      )}
    </>
  )
}

function Copyable({ value, label, shortcut }: { value: string; label: string; shortcut: string }) {
  const shownIn = useRef<HTMLSpanElement>(null)
  return (
    <>
      <span ref={shownIn}>{value}</span>{' '}
      <CopyButton value={value} label={label} shortcut={shortcut} shownIn={shownIn} />
    </>
  )
}

const Absent = ({ isHidden }: { isHidden: boolean }) => (
  <>
    <span aria-hidden="true">{text.none}</span>
    <Hidden>{isHidden ? text.hiddenRead : text.noneRead}</Hidden>
  </>
)

const LoadingPlaceholder = ({ isFirst }: { isFirst: boolean }) => (
  <LoadingPart isFirst={isFirst}>
    <Skeleton width="13.75rem" height="1.875rem" />
    <div className={css.facts}>
      {[0, 1, 2, 3, 4].map((fact) => (
        <Skeleton key={fact} width="75%" height="2.375rem" />
      ))}
    </div>
  </LoadingPart>
)

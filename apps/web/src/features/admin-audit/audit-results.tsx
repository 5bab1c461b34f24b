import { auditActionNames, isAuditAction } from '@portal/contract/security/audit.ts'
import { auditActorKindNames, auditDetailsText } from '@portal/contract/security/audit-text.ts'
import { roleNames } from '@portal/contract/security/permissions.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate } from 'react-router'
import { ApiError } from '#web/api/call.ts'
import { formatDateTime } from '#web/lib/format.ts'
import beside from '#web/shared/participants/beside-list.module.css'
import { LoadingRows, NothingMatches } from '#web/shared/participants/beside-list.tsx'
import type { Days } from '#web/shared/period/period.ts'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { useKeys } from '#web/ui/keyboard/keyboard-shortcuts.ts'
import { Hidden } from '#web/ui/layout/hidden.tsx'
import { classes } from '#web/ui/layout/classes.ts'
import { Pagination } from '#web/ui/lists/pagination.tsx'
import { addressOf, type AuditView } from './address.ts'
import { auditOptions, pageSize, type ShownEntry } from './api.ts'
import css from './audit-page.module.css'
import { text } from './text.ts'

type ResultsProps = { view: AuditView; days: Days; reset: () => void }

/** One page of the entries that match the filters. `reset` clears the filters. */
export function AuditResults({ view, days, reset }: ResultsProps) {
  const { data, error, isFetched, isPlaceholderData, refetch } = useQuery({
    ...auditOptions(view, days),
    // Keep the last page until the next one is loaded.
    placeholderData: keepPreviousData,
  })
  const navigate = useNavigate()
  const pages = data?.total_pages ?? 1
  const turn = (step: 1 | -1) => () => {
    const page = view.page + step
    return page >= 1 && page <= pages && navigate(addressOf({ ...view, page }))
  }
  useKeys({ n: turn(1), p: turn(-1) })

  if (error instanceof ApiError && error.has('page_invalid') && view.page > 1)
    return <Navigate to={addressOf({ ...view, page: 1 })} replace />
  if (error) return <ErrorState title={text.failed} retry={() => void refetch()} />
  if (!data) return <LoadingRows isFirst={!isFetched} />
  if (data.count === 0) return <NothingMatches title={text.empty} reset={reset} />
  return (
    <>
      {data.more && <p className={css.more}>{text.more}</p>}
      <AuditTable entries={data.results} stale={isPlaceholderData} />
      <Pagination
        page={view.page}
        pages={data.total_pages}
        count={data.count}
        size={pageSize}
        addressOf={(page) => addressOf({ ...view, page })}
      />
    </>
  )
}

/** The entries as a table, on narrow screens as cards. `stale`: the next page is loading. */
function AuditTable({ entries, stale }: { entries: ShownEntry[]; stale: boolean }) {
  // Some browsers drop the table semantics of a table displayed as cards; the roles restore them for screen readers.
  return (
    <div className={beside.holder}>
      <table
        className={classes(css.table, stale && 'stale')}
        role="table"
        aria-busy={stale}
        aria-label={text.title}
      >
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" className={css.timestamp}>
              {text.timestamp}
              <Hidden>, {text.network}</Hidden>
            </th>
            <th role="columnheader" className={css.person}>
              {text.who}
            </th>
            <th role="columnheader">{text.action}</th>
            <th role="columnheader" className={css.person}>
              {text.user}
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {entries.map((entry) => (
            <AuditRow key={entry.id} entry={entry} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function AuditRow({ entry }: { entry: ShownEntry }) {
  const { actor, action } = entry
  const details = auditDetailsText(entry)
  const kind = actor.role ? roleNames[actor.role] : auditActorKindNames[actor.kind]
  return (
    <tr role="row">
      <td role="cell" className={css.timestamp}>
        <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
        {entry.network !== null && <span className={css.minor}>{entry.network}</span>}
      </td>
      <td role="cell">
        {actor.name ?? kind}
        {actor.name !== null && <span className={css.minor}>{kind}</span>}
      </td>
      <td role="cell">
        <span className="medium">{isAuditAction(action) ? auditActionNames[action] : text.otherAction}</span>
        {details !== '' && <span className={css.minor}>{details}</span>}
      </td>
      <td role="cell">
        <span className={css.label} aria-hidden="true">
          {text.user}:{' '}
        </span>
        <Subject subject={entry.subject} />
      </td>
    </tr>
  )
}

function Subject({ subject }: Pick<ShownEntry, 'subject'>) {
  if (subject === null) return <span className={css.none}>{text.noUser}</span>
  const name = subject.name ?? text.deleted(subject.id)
  return subject.listed ? <Link to={`/admin/users/${subject.id}`}>{name}</Link> : name
}

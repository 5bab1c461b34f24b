import type { AuditAction } from '@portal/contract/security/audit.ts'
import { actionsForPerson } from '@portal/contract/security/audit-person-text.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { ApiError } from '#web/api/call.ts'
import { formatTime } from '#web/lib/format.ts'
import { SettingsPart } from '#web/shared/settings/settings-part.tsx'
import { formatDay } from '#web/ui/date-picker/athens-days.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Unloaded } from '#web/ui/feedback/unloaded.tsx'
import { Pagination } from '#web/ui/lists/pagination.tsx'
import { inLanguage } from '#web/lib/language.ts'
import css from './access-log-page.module.css'
import { ownAuditOptions, pageSize, type ShownUse } from './api.ts'
import { ofSeveral, text } from './text.ts'

/** {settings}/access-log: who used the data of the signed-in account. */
export function AccessLogPage() {
  const { pathname, search } = useLocation()
  const [query] = useSearchParams()
  const page = Math.max(1, Math.floor(Number(query.get('page')) || 1))
  query.delete('page')
  const rest = query.size > 0 ? `?${query.toString()}` : ''
  return (
    <SettingsPart title={text.title} search={rest}>
      <p className={css.intro}>{text.intro}</p>
      <Uses key={pathname} page={page} search={search} />
    </SettingsPart>
  )
}

function Uses({ page, search }: { page: number; search: string }) {
  const { pathname } = useLocation()
  const query = useQuery({
    ...ownAuditOptions(page),
    placeholderData: keepPreviousData,
  })
  const { data, error } = query
  const addressOf = (page: number) => {
    const parameters = new URLSearchParams(search)
    parameters.set('page', String(page))
    return { pathname, search: `?${parameters.toString()}` }
  }
  if (error instanceof ApiError && error.has('page_invalid') && page > 1)
    return <Navigate to={addressOf(1)} replace />
  if (!data) return <Unloaded query={query} failed={text.failed} height="6rem" />
  if (data.count === 0) return <EmptyState icon={ShieldCheck} title={text.empty} />
  const days = [...new Set(data.results.map(({ day }) => day))]
  return (
    <>
      {days.map((day) => (
        <section key={day} className={css.day} aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`}>{formatDay(day)}</h2>
          <ul>
            {data.results
              .filter((use) => use.day === day)
              .map((use) => (
                <UseRow key={`${use.action} ${use.actor.kind} ${use.actor.name} ${use.last_at}`} use={use} />
              ))}
          </ul>
        </section>
      ))}
      {data.total_pages > 1 && (
        <Pagination
          page={page}
          pages={data.total_pages}
          count={data.count}
          size={pageSize}
          addressOf={addressOf}
        />
      )}
    </>
  )
}

function UseRow({ use }: { use: ShownUse }) {
  const time = formatTime(use.last_at)
  return (
    <li className={css.use}>
      <span className="medium">{sentenceOf(use)}</span>
      <span>{actorOf(use)}</span>
      <span className="note">{use.times === 1 ? text.at(time) : text.times(use.times, time)}</span>
    </li>
  )
}

function sentenceOf({ action, everyone: isOfSeveral }: ShownUse): string {
  const names: Partial<Record<string, string>> = inLanguage(actionsForPerson)
  return (isOfSeveral && ofSeveral[action as AuditAction]) || names[action] || text.otherAction
}

const actorOf = ({ actor: { kind, own, name } }: ShownUse) =>
  own ? text.own : kind === 'partner' || kind === 'device' ? text[kind](name) : text[kind]

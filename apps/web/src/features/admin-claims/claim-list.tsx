import type { Claim } from '@portal/contract/claims.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useRef } from 'react'
import type { To } from 'react-router'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { useRowKeys } from '#web/ui/keyboard/row-navigation.ts'
import { formatDay } from '#web/ui/date-picker/athens-days.ts'
import { Hidden } from '#web/ui/layout/hidden.tsx'
import { initialsOf } from '#web/ui/lists/avatar.tsx'
import { Pagination } from '#web/ui/lists/pagination.tsx'
import { PersonRow, PersonRowSkeleton } from '#web/ui/lists/person-row.tsx'
import type { ListState } from './api.ts'
import css from './claims-page.module.css'
import { text } from './text.ts'

/** Items per page, as on the server (the contract's claimsPageSize). */
const size = 20

type ClaimListProps = {
  query: UseQueryResult<{ count: number; results: Claim[] }>
  shown: ListState
  page: number
  current: string | undefined
  addressOf: (id: number | undefined, page?: number) => To
}

/** Claims page by page, as links; j and k move between them. */
export function ClaimList({ query, shown, page, current, addressOf }: ClaimListProps) {
  const { data, isError, refetch } = query
  const holder = useRef<HTMLUListElement>(null)
  const last = useRef(0)
  useRowKeys({
    holder,
    main: true,
    go: (rows) => {
      const links = [...(holder.current?.querySelectorAll('a') ?? [])]
      const at = links.indexOf(document.activeElement as HTMLAnchorElement)
      const next = rows === undefined ? last.current : at + rows
      last.current = Math.min(Math.max(next, 0), links.length - 1)
      links[last.current]?.focus()
    },
  })
  if (!data && isError) return <ErrorState title={text.failed} retry={() => void refetch()} />
  if (!data)
    return (
      <div role="status">
        <Hidden>{text.loading}</Hidden>
        {[0, 1, 2, 3].map((row) => (
          <PersonRowSkeleton key={row} />
        ))}
      </div>
    )
  if (data.count === 0)
    return <EmptyState icon={ShieldCheck} title={shown === 'open' ? text.noneOpen : text.noneDecided} />
  return (
    <>
      <ul ref={holder} className={css.rows} aria-label={text.list} data-rows="">
        {data.results.map((claim) => (
          <li key={claim.id}>
            <PersonRow
              to={addressOf(claim.id)}
              current={String(claim.id) === current}
              sign={initialsOf(claim.participant.full_name, '')}
              seed={claim.participant.id}
              title={claim.participant.full_name || text.nameless}
              subtitle={[formatDay(claim.day), claim.visit?.partner ?? claim.sticker ?? claim.place].join(
                ' · ',
              )}
              {...(claim.state !== 'open' && { badge: { text: text.states[claim.state], label: '' } })}
            />
          </li>
        ))}
      </ul>
      {data.count > size && (
        <Pagination
          page={page}
          pages={Math.ceil(data.count / size)}
          count={data.count}
          size={size}
          addressOf={(to) => addressOf(undefined, to)}
        />
      )}
    </>
  )
}

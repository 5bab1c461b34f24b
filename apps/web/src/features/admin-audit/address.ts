import { isAuditAction, isAuditActorKind } from '@portal/contract/security/audit.ts'
import { type Range, rangeIn, rangeQuery } from '#web/shared/period/period.ts'

/** State of the audit page. All of it is in the address; '' means all. */
export type AuditView = Range & {
  /** Id of the account whose data it is; undefined for all. */
  participantId: string | undefined
  /** Starts at 1. */
  page: number
  /** Id of an account of the staff. */
  staff: string
  action: string
  kind: string
  /** Search text of the participants' list. */
  search: string
}

/** The default filters. */
export const noFilters = {
  participantId: undefined,
  staff: '',
  action: '',
  kind: '',
  period: 'all',
  from: '',
  to: '',
} as const

/** Returns the address of a view: `/admin/audit/17?action=participant.view&page=2`. */
export function addressOf({ participantId, page, ...view }: AuditView) {
  const filters = {
    staff: view.staff,
    action: view.action,
    kind: view.kind,
    ...rangeQuery(view, 'all'),
    page: page === 1 ? '' : String(page),
    search: view.search,
  }
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''))
  return {
    pathname: `/admin/audit${participantId === undefined ? '' : `/${participantId}`}`,
    search: query.size > 0 ? `?${query.toString()}` : '',
  }
}

/** Parses an address. Invalid values are ignored. */
export function viewOf(participantId: string | undefined, query: URLSearchParams): AuditView {
  const given = (name: string, isValid: (text: string) => boolean) => {
    const text = query.get(name) ?? ''
    return isValid(text) ? text : ''
  }
  const isId = (text: string) => /^[1-9]\d{0,14}$/.test(text)
  return {
    participantId,
    page: Number(given('page', isId)) || 1,
    ...rangeIn(query, 'all'),
    staff: given('staff', isId),
    action: given('action', isAuditAction),
    kind: given('kind', isAuditActorKind),
    search: query.get('search') ?? '',
  }
}

import type { Approval } from '@portal/contract/checks.ts'
import { useQuery } from '@tanstack/react-query'
import { looksOf } from '#web/shared/points-record/descriptions.ts'
import { perUnit } from '#web/shared/rates/rate-text.ts'
import { formatDay } from '#web/ui/date-picker/athens-days.ts'
import { formatDateTime, formatNumber, formatSigned } from '#web/lib/format.ts'
import { approvalsOptions, type ListState, useDecisions } from './api.ts'
import { CheckItem, type Fact } from './check-item.tsx'
import { CheckList } from './check-list.tsx'
import { PersonLink } from './person-link.tsx'
import { RateChangePreview } from './rate-change-preview.tsx'
import { text } from './text.ts'

type ApprovalsProps = {
  shown: ListState
  page: number
  canDecide: boolean
  onDone: (message: string) => void
}

/** Changes that a second person has to approve. */
export function Approvals({ shown, page, canDecide, onDone }: ApprovalsProps) {
  const { decide } = useDecisions()
  return (
    <CheckList<Approval>
      heading={text.approvalsHeading}
      query={useQuery(approvalsOptions(shown, page))}
      failed={text.requestsFailed}
      empty={shown === 'open' ? text.noApprovals : text.noApprovalsEver}
      parameter="requests"
      page={page}
    >
      {(approval) => {
        const { id, kind, decision, own } = approval
        const isOpen = decision === null
        return (
          <CheckItem
            key={id}
            title={`${text.request(id)}: ${text.kinds[kind]}`}
            name={text.request(id)}
            facts={[
              ...factsOf(approval),
              [text.requestedBy, approval.requested_by],
              [text.requestedAt, formatDateTime(approval.requested_at)],
            ]}
            decided={{
              by: approval.decided_by,
              at: approval.decided_at,
              note: approval.note,
              state: text.states[decision ?? 'approved'],
            }}
            choices={
              canDecide && isOpen && !own
                ? [
                    ['approved', text.approve],
                    ['rejected', text.reject],
                  ]
                : []
            }
            hint={hintOf(approval)}
            decide={async (chosen, note) => {
              if (chosen !== 'approved' && chosen !== 'rejected') return
              await decide(id, chosen, note)
              onDone(chosen === 'approved' ? text.approved(id) : text.rejected(id))
            }}
          >
            {isOpen && approval.rate && <RateChangePreview id={id} unit={approval.rate.unit} />}
          </CheckItem>
        )
      }}
    </CheckList>
  )
}

function hintOf({ own, decision, kind, executed_at }: Approval): string | undefined {
  if (decision === null) return own ? text.own : undefined
  if (decision === 'approved' && kind === 'email_changed') return text.emailNext
  return decision === 'approved' && kind === 'points_imported' && executed_at === null
    ? text.importNext
    : undefined
}

function factsOf({ points, record, email, file, rate }: Approval): Fact[] {
  if (record)
    return [
      [text.participant, <PersonLink key="person" {...record.participant} />],
      [text.points, formatSigned(points ?? 0)],
      [text.description, looksOf(record.description).label],
      [text.happened, formatDateTime(record.created_at)],
      [text.reason, record.reason],
    ]
  if (email)
    return [
      [text.participant, <PersonLink key="person" {...email.participant} />],
      [text.newEmail, email.to ?? text.emailGone],
      [text.reason, email.reason],
    ]
  if (file)
    return [
      [text.file, file.name],
      [text.records, formatNumber(file.records)],
      [text.points, formatNumber(points ?? 0)],
      [text.fingerprint, file.sha256],
    ]
  if (!rate) return []
  const figureOf = (points: number) => perUnit(points, rate.unit)
  return [
    [text.description, looksOf(rate.description).label],
    [text.material, rate.material],
    [text.rate, figureOf(rate.points_per_unit)],
    [text.replaces, rate.replaces === null ? null : figureOf(rate.replaces)],
    [text.validFrom, formatDay(rate.valid_from)],
    [text.validTo, rate.valid_to && formatDay(rate.valid_to)],
    [text.rateNote, rate.note],
  ]
}

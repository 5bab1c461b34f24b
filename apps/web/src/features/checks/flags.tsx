import type { PointsFlag } from '@portal/contract/checks.ts'
import { useQuery } from '@tanstack/react-query'
import { formatDay } from '#web/ui/date-picker/athens-days.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { flagsOptions, type ListState, useDecisions } from './api.ts'
import { CheckItem, type Fact } from './check-item.tsx'
import { CheckList } from './check-list.tsx'
import { PersonLink } from './person-link.tsx'
import { text } from './text.ts'

type FlagsProps = { shown: ListState; page: number; canDecide: boolean; onDone: (message: string) => void }

/** Sums of points above a cap, and deliveries that may be credited twice. */
export function Flags({ shown, page, canDecide, onDone }: FlagsProps) {
  const { resolve } = useDecisions()
  return (
    <CheckList<PointsFlag>
      heading={text.flagsHeading}
      query={useQuery(flagsOptions(shown, page))}
      failed={text.flagsFailed}
      empty={shown === 'open' ? text.noFlags : text.noFlagsEver}
      parameter="flags"
      page={page}
    >
      {(flag) => (
        <CheckItem
          key={flag.id}
          title={titleOf(flag)}
          name={`${flag.staff?.name ?? flag.participant?.full_name ?? flag.partner ?? flag.same_person?.staff ?? ''}, ${formatDay(flag.day)}`}
          facts={[
            ...concernedOf(flag),
            [text.day, formatDay(flag.day)],
            ...sumsOf(flag),
            [text.raisedAt, formatDateTime(flag.raised_at)],
          ]}
          decided={{ by: flag.decided_by, at: flag.decided_at, note: flag.note, state: text.resolved }}
          choices={canDecide && flag.decided_at === null ? [['resolve', text.resolve]] : []}
          decide={async (_decision, note) => {
            await resolve(flag.id, note)
            onDone(text.resolvedNow)
          }}
        />
      )}
    </CheckList>
  )
}

function concernedOf({ staff, partner, participant, same_person: same }: PointsFlag): Fact[] {
  const person: Fact = [text.participant, participant && <PersonLink {...participant} />]
  if (same) return [...decisionOf(same), person]
  return staff ? [[text.staff, staff.name]] : [[text.partner, partner ?? text.allPartners], person]
}

function decisionOf({ staff, requester, shared, occasion }: NonNullable<PointsFlag['same_person']>): Fact[] {
  const [kind = '', number = ''] = occasion.split(' ')
  const kinds: Record<string, string> = text.occasions
  return [
    [text.decidedBy, staff],
    [text.requester, requester],
    [text.shared, shared.map((trait) => text.traits[trait]).join(', ')],
    [text.occasion, `${kinds[kind] ?? kind} ${number}`],
  ]
}

function sumsOf(flag: PointsFlag): Fact[] {
  const { staff, points, cap, credited_twice: isTwice, same_person: same } = flag
  if (same) return [[text.points, formatNumber(points)]]
  return isTwice
    ? [
        [text.byHand, formatNumber(cap)],
        [text.byDelivery, formatNumber(points - cap)],
      ]
    : [
        [staff ? text.people : text.sum, formatNumber(points)],
        [text.cap, formatNumber(cap)],
      ]
}

function titleOf(flag: PointsFlag): string {
  const { staff, participant, rejected, credited_twice: isTwice, same_person: same } = flag
  if (same) return text.samePerson
  if (staff) return text.manyPeople
  if (isTwice) return text.creditedTwice
  const above = participant ? text.aboveOfPerson : text.aboveOfPartner
  return rejected ? `${text.rejectedRecords}: ${above.charAt(0).toLowerCase()}${above.slice(1)}` : above
}

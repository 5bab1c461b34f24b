import type { DataRequest } from '@portal/contract/checks.ts'
import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '#web/lib/format.ts'
import { formatDay } from '#web/ui/date-picker/athens-days.ts'
import { requestsOptions, type ListState, useDecisions } from './api.ts'
import { CheckItem } from './check-item.tsx'
import { CheckList } from './check-list.tsx'
import css from './checks-page.module.css'
import { PersonLink } from './person-link.tsx'
import { text } from './text.ts'

type RequestsProps = { shown: ListState; page: number; onDone: (message: string) => void }

/** Requests of citizens about their data, the most urgent first: each is answered in time, or its time is extended once. */
export function Requests({ shown, page, onDone }: RequestsProps) {
  const { answer, extend } = useDecisions()
  return (
    <CheckList<DataRequest>
      heading={text.requestsHeading}
      intro={text.requestsIntro}
      query={useQuery(requestsOptions(shown, page))}
      failed={text.requestsFailed}
      empty={shown === 'all' ? text.noRequestsEver : text.noRequests}
      parameter="data"
      page={page}
    >
      {({ id, kind, participant, due_on, outcome, overdue, restricted, ...request }) => {
        const isOpen = outcome === null
        return (
          <CheckItem
            key={id}
            title={text.requestKinds[kind]}
            name={text.request(id)}
            facts={[
              [text.participant, <PersonLink key="person" {...participant} />],
              [text.number, id],
              [text.receivedAt, formatDateTime(request.received_at)],
              [text.dueOn, isOpen && (overdue ? text.overdue(formatDay(due_on)) : formatDay(due_on))],
              [text.extension, request.extension_reason],
              [text.state, restricted && text.isRestricted],
            ]}
            {...(outcome !== null && {
              decided: {
                by: request.answered_by,
                at: request.answered_at,
                note: request.answer,
                noteName: text.answer,
                state: text.outcomes[outcome],
              },
            })}
            choices={
              isOpen
                ? [
                    ['done', text.toAccept],
                    ['refused', text.toReject],
                    ...(overdue || request.extension_reason !== ''
                      ? []
                      : [['extended', text.extend] as const]),
                  ]
                : []
            }
            decide={async (decision, written) => {
              if (decision === 'extended') await extend(id, written)
              else if (decision === 'done' || decision === 'refused') await answer(id, decision, written)
              onDone(decision === 'extended' ? text.extendedNow(id) : text.answeredNow(id))
            }}
          >
            <blockquote className={css.quote}>{request.text}</blockquote>
          </CheckItem>
        )
      }}
    </CheckList>
  )
}

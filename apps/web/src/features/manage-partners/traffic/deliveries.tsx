import type { ManagedPartner } from '@portal/contract/manage-partners.ts'
import type { Delivery } from '@portal/contract/partner-traffic.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { problemText } from '#web/api/common-error-text.ts'
import * as endpoints from '#web/api/endpoints.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { Loaded } from '#web/shared/manage/loaded.tsx'
import { useOutcome } from '#web/shared/manage/outcome.tsx'
import { Panel } from '#web/shared/manage/panel.tsx'
import { named, Table } from '#web/shared/manage/table.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { deliveriesOptions } from './api.ts'
import { webhookSentences } from './error-sentences.ts'
import { deliveryStates, reasonText, text } from './text.ts'

type DeliveriesProps = { partner: ManagedPartner; put: (partner: ManagedPartner) => ManagedPartner }

/** The messages to a webhook; those that failed can be sent again. */
export function Deliveries({ partner, put }: DeliveriesProps) {
  const client = partner.client_id
  const query = useQuery(deliveriesOptions(client))
  const { data, isFetching, refetch } = query
  const { place, outcome, say } = useOutcome()

  const run = async (retry: () => Promise<ManagedPartner>) => {
    say(undefined)
    try {
      put(await retry())
      say({ tone: 'success', title: text.retried })
    } catch (error) {
      say({ tone: 'error', title: problemText(webhookSentences, error) })
    }
    await refetch()
  }
  const retryAll = () => run(() => call(endpoints.retryPartnerWebhook, { params: { client } }))
  const retryOne = (delivery: string) =>
    run(() => call(endpoints.retryPartnerDelivery, { params: { client, delivery } }))
  const anyFailed = data?.deliveries.some(hasFailed) ?? false
  return (
    <Panel title={text.deliveries} intro={text.deliveriesIntro} place={place}>
      {outcome}
      <div className="actions">
        <Button tone="ghost" busy={isFetching} onClick={() => void refetch()}>
          {text.refresh}
        </Button>
        {(anyFailed || (partner.webhook?.failures ?? 0) > 0) && (
          <Button tone="ghost" onClick={() => void retryAll()}>
            {text.retryAll}
          </Button>
        )}
      </div>
      <Loaded query={query} failed={text.deliveriesFailed}>
        {({ deliveries }) =>
          deliveries.length === 0 ? (
            <EmptyState title={text.deliveriesNone} />
          ) : (
            <Table
              title={text.deliveries}
              columns={[
                ...named(text.state, text.when, text.events, text.tries, text.answer),
                ...(anyFailed ? [{ name: text.action }] : []),
              ]}
              rows={deliveries.map((one) => ({
                key: one.id,
                cells: [
                  deliveryStates[one.state],
                  formatDateTime(one.queued_at),
                  formatNumber(one.events),
                  formatNumber(one.tries),
                  answerOf(one),
                  ...(anyFailed
                    ? [
                        hasFailed(one) && (
                          <Button
                            key="retry"
                            tone="ghost"
                            aria-label={text.retryOf(formatDateTime(one.queued_at))}
                            onClick={() => void retryOne(one.id)}
                          >
                            {text.retry}
                          </Button>
                        ),
                      ]
                    : []),
                ],
              }))}
            />
          )
        }
      </Loaded>
    </Panel>
  )
}

const hasFailed = ({ state, tries }: Delivery) => state === 'given_up' || (state === 'waiting' && tries > 0)

function answerOf({ answer }: Delivery): string {
  if (answer === null) return text.noAnswer
  return answer.status === null
    ? reasonText(answer.reason)
    : text.shortAnswer(answer.status, answer.milliseconds)
}

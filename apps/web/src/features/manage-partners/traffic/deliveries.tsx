import type { ManagedPartner } from '@portal/contract/manage-partners.ts'
import type { Delivery } from '@portal/contract/partner-traffic.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '#web/api/call.ts'
import { problemText } from '#web/api/common-error-text.ts'
import * as endpoints from '#web/api/endpoints.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { deliveriesOptions } from './api.ts'
import { webhookSentences } from './error-sentences.ts'
import { NotYet } from './not-yet.tsx'
import { Table } from './table.tsx'
import { deliveryStates, reasonText, text } from './text.ts'
import css from './traffic.module.css'

type DeliveriesProps = { partner: ManagedPartner; put: (partner: ManagedPartner) => ManagedPartner }

/** The messages to a webhook; those that failed can be sent again. */
export function Deliveries({ partner, put }: DeliveriesProps) {
  const client = partner.client_id
  const query = useQuery(deliveriesOptions(client))
  const { data, isFetching, refetch } = query
  const [outcome, setOutcome] = useState<{ tone: 'success' | 'error'; title: string }>()
  const shown = useRef<HTMLElement>(null)

  useEffect(() => {
    if (outcome) shown.current?.querySelector<HTMLElement>('[data-success], [data-problem]')?.focus()
  }, [outcome])

  const run = async (retry: () => Promise<ManagedPartner>) => {
    setOutcome(undefined)
    try {
      put(await retry())
      setOutcome({ tone: 'success', title: text.retried })
    } catch (error) {
      setOutcome({ tone: 'error', title: problemText(webhookSentences, error) })
    }
    await refetch()
  }
  const retryAll = () => run(() => call(endpoints.retryPartnerWebhook, { params: { client } }))
  const retryOne = (delivery: string) =>
    run(() => call(endpoints.retryPartnerDelivery, { params: { client, delivery } }))
  const failed = data?.deliveries.filter(hasFailed) ?? []
  return (
    <section className={css.part} aria-labelledby="deliveries" ref={shown}>
      <div>
        <h2 className="text-l" id="deliveries">
          {text.deliveries}
        </h2>
        <p className="intro">{text.deliveriesIntro}</p>
      </div>
      {outcome && <Notice {...outcome} />}
      <div className="actions">
        <Button tone="ghost" busy={isFetching} onClick={() => void refetch()}>
          {text.refresh}
        </Button>
        {(failed.length > 0 || (partner.webhook?.failures ?? 0) > 0) && (
          <Button tone="ghost" onClick={() => void retryAll()}>
            {text.retryAll}
          </Button>
        )}
      </div>
      {!data && <NotYet query={query} failed={text.deliveriesFailed} />}
      {data?.deliveries.length === 0 && <EmptyState title={text.deliveriesNone} />}
      {data && data.deliveries.length > 0 && (
        <Table
          title={text.deliveries}
          columns={[
            text.state,
            text.when,
            text.events,
            text.tries,
            text.answer,
            ...(failed.length > 0 ? [text.action] : []),
          ]}
          rows={data.deliveries.map((one) => ({
            key: one.id,
            cells: [
              deliveryStates[one.state],
              formatDateTime(one.queued_at),
              formatNumber(one.events),
              formatNumber(one.tries),
              answerOf(one),
              ...(failed.length > 0
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
      )}
    </section>
  )
}

const hasFailed = ({ state, tries }: Delivery) => state === 'given_up' || (state === 'waiting' && tries > 0)

function answerOf({ answer }: Delivery): string {
  if (answer === null) return text.noAnswer
  return answer.status === null
    ? reasonText(answer.reason)
    : text.shortAnswer(answer.status, answer.milliseconds)
}

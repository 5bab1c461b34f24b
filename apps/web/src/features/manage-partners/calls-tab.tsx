import type { ManagedPartner } from '@portal/contract/manage-partners.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { problemText } from '#web/api/common-error-text.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import facts from '#web/ui/lists/facts.module.css'
import { rejectionsOptions, usePartnerChanges } from './api.ts'
import { rejectionText, sentences } from './error-sentences.ts'
import css from './partners-page.module.css'
import { text } from './text.ts'

/** Why records were rejected, and how the webhook does. */
export const CallsTab = ({ partner }: { partner: ManagedPartner }) => (
  <>
    <Webhook partner={partner} />
    <Rejections client={partner.client_id} />
  </>
)

function Webhook({ partner }: { partner: ManagedPartner }) {
  const { retryWebhook } = usePartnerChanges()
  const [outcome, setOutcome] = useState<{ tone: 'success' | 'error'; title: string }>()
  const { webhook } = partner
  const retry = () => {
    setOutcome(undefined)
    retryWebhook(partner).then(
      () => setOutcome({ tone: 'success', title: text.retried }),
      (error: unknown) => setOutcome({ tone: 'error', title: problemText(sentences, error) }),
    )
  }
  return (
    <section className={css.part} aria-labelledby="webhook">
      <h2 className="text-l" id="webhook">
        {text.webhook}
      </h2>
      {webhook === null ? (
        <p className="muted">{text.webhookNone}</p>
      ) : (
        <>
          <dl className={facts.facts}>
            {factsOf(webhook).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {outcome && <Notice {...outcome} />}
          {webhook.failures > 0 && (
            <div className="actions">
              <Button tone="ghost" onClick={retry}>
                {text.retry}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  )
}

function factsOf(webhook: NonNullable<ManagedPartner['webhook']>): [string, string][] {
  const { url, failures, waiting, retry_at: retryAt, last_failure: last } = webhook
  return [
    [text.webhookUrl, url],
    [text.webhookState, failures > 0 ? text.webhookFailures(failures) : text.webhookWorks],
    [text.webhookWaiting, formatNumber(waiting)],
    ...(failures > 0 && retryAt !== null
      ? ([[text.webhookRetry, formatDateTime(retryAt)]] satisfies [string, string][])
      : []),
    ...(last
      ? ([
          [
            text.webhookLast,
            last.status === null
              ? text.webhookUnreachable(formatDateTime(last.at))
              : text.webhookStatus(formatDateTime(last.at), last.status),
          ],
        ] satisfies [string, string][])
      : []),
  ]
}

function Rejections({ client }: { client: string }) {
  const { data, isError, isFetched, refetch } = useQuery(rejectionsOptions(client))
  return (
    <section className={css.part} aria-labelledby="rejections">
      <div>
        <h2 className="text-l" id="rejections">
          {text.rejections}
        </h2>
        <p className="intro">{text.rejectionsIntro}</p>
      </div>
      {!data && isError && <ErrorState title={text.rejectionsFailed} retry={() => void refetch()} />}
      {!data && !isError && (
        <LoadingPart className="stack gap-3" isFirst={!isFetched}>
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} width="100%" height="1.5rem" />
          ))}
        </LoadingPart>
      )}
      {data && data.counts.length === 0 && <EmptyState title={text.rejectionsNone} />}
      {data && data.counts.length > 0 && (
        <>
          <Table
            title={text.byReason}
            columns={[text.reason, text.count]}
            rows={data.counts.map(({ code, count }) => [code, formatNumber(count)])}
          />
          <Table
            title={text.newest}
            columns={[text.reason, text.reference, text.when]}
            rows={data.rejections.map(({ code, reference, rejected_at }) => [
              code,
              reference || text.noReference,
              formatDateTime(rejected_at),
            ])}
          />
        </>
      )}
    </section>
  )
}

/** The first column is a code. */
// Some browsers drop the table semantics of a table displayed as cards; the roles restore them for screen readers.
const Table = ({ title, columns, rows }: { title: string; columns: string[]; rows: string[][] }) => (
  <div className="stack gap-2">
    <h3 className="text-m">{title}</h3>
    <table className={css.table} role="table" aria-label={title}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column} role="columnheader">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(([code = '', ...cells]) => (
          <tr key={[code, ...cells].join(' ')} role="row">
            <th scope="row" role="rowheader">
              {rejectionText(code)} <code className="note">{code}</code>
            </th>
            {cells.map((cell, place) => (
              // eslint-disable-next-line react/no-array-index-key
              <td key={place} role="cell">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

import type { ManagedPartner } from '@portal/contract/manage-partners.ts'
import type { PartnerCall } from '@portal/contract/partner-traffic.ts'
import { factsOf } from '@portal/contract/words/descriptions.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { formatDateTime, formatNumber, formatSigned } from '#web/lib/format.ts'
import { ChoiceLinks } from '#web/ui/controls/choice-links.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { callsOptions } from './api.ts'
import { rejectionText } from './error-sentences.ts'
import { NotYet } from './not-yet.tsx'
import { Table } from './table.tsx'
import { outcomeFilters, outcomeNames, text } from './text.ts'
import css from './traffic.module.css'

const isOutcome = (name: string | null): name is PartnerCall['outcome'] =>
  name !== null && Object.hasOwn(outcomeNames, name)

/** What became of the records that a partner sent, and why some were rejected. */
export function CallsTab({ partner: { client_id: client } }: { partner: ManagedPartner }) {
  const [params] = useSearchParams()
  const asked = params.get('outcome')
  const outcome = isOutcome(asked) ? asked : undefined
  const query = useQuery(callsOptions(client, outcome))
  const { data } = query
  const choice = (name: PartnerCall['outcome'] | undefined, label: string) => ({
    to: { search: name === undefined ? 'tab=calls' : `tab=calls&outcome=${name}` },
    label,
    isCurrent: name === outcome,
  })
  return (
    <>
      <section className={css.part} aria-labelledby="calls">
        <div>
          <h2 className="text-l" id="calls">
            {text.calls}
          </h2>
          <p className="intro">{text.callsIntro}</p>
        </div>
        <ChoiceLinks
          label={text.filter}
          choices={[
            choice(undefined, text.all),
            ...(Object.keys(outcomeFilters) as PartnerCall['outcome'][]).map((name) =>
              choice(name, outcomeFilters[name]),
            ),
          ]}
        />
        {!data && <NotYet query={query} failed={text.callsFailed} />}
        {data?.calls.length === 0 && (
          <EmptyState title={outcome === undefined ? text.callsNone : text.callsNoneOf} />
        )}
        {data && data.calls.length > 0 && (
          <Table
            title={text.calls}
            columns={[text.outcome, text.when, text.reference, text.details]}
            rows={data.calls.map((one) => ({
              key: `${one.outcome} ${one.at} ${one.reference} ${one.code}`,
              cells: [
                outcomeNames[one.outcome],
                formatDateTime(one.at),
                one.outcome === 'repeated' ? '–' : one.reference || text.noReference,
                detailsOf(one),
              ],
            }))}
          />
        )}
      </section>
      {data && data.counts.length > 0 && (
        <section className={css.part} aria-labelledby="rejections">
          <div>
            <h2 className="text-l" id="rejections">
              {text.rejections}
            </h2>
            <p className="intro">{text.rejectionsIntro}</p>
          </div>
          <Table
            title={text.rejections}
            columns={[text.reason, text.count]}
            rows={data.counts.map(({ code, count }) => ({
              key: code,
              cells: [<Reason key={code} code={code} />, formatNumber(count)],
            }))}
          />
        </section>
      )}
    </>
  )
}

function detailsOf({ code, count, description, points }: PartnerCall) {
  if (code !== null) return <Reason code={code} />
  if (description === null || points === null) return text.repeated(count)
  return `${factsOf[description].name}, ${formatSigned(points)}`
}

/** The code is for the engineers of the partner. */
const Reason = ({ code }: { code: string }) => (
  <>
    {rejectionText(code)} <code className="note">{code}</code>
  </>
)

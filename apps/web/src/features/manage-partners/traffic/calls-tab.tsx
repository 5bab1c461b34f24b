import type { ManagedPartner } from '@portal/contract/manage-partners.ts'
import type { PartnerCall } from '@portal/contract/partner-traffic.ts'
import { factsOf } from '@portal/contract/words/descriptions.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { formatDateTime, formatNumber, formatSigned } from '#web/lib/format.ts'
import { Loaded } from '#web/shared/manage/loaded.tsx'
import { Panel } from '#web/shared/manage/panel.tsx'
import { named, Table } from '#web/shared/manage/table.tsx'
import { ChoiceLinks } from '#web/ui/controls/choice-links.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { callsOptions } from './api.ts'
import { rejectionText } from './error-sentences.ts'
import { outcomeFilters, outcomeNames, text } from './text.ts'

const isOutcome = (name: string | null): name is PartnerCall['outcome'] =>
  name !== null && Object.hasOwn(outcomeNames, name)

/** What became of the records that a partner sent, and why some were rejected. */
export function CallsTab({ partner: { client_id: client } }: { partner: ManagedPartner }) {
  const [params] = useSearchParams()
  const asked = params.get('outcome')
  const outcome = isOutcome(asked) ? asked : undefined
  const query = useQuery(callsOptions(client, outcome))
  const choice = (name: PartnerCall['outcome'] | undefined, label: string) => ({
    to: { search: name === undefined ? 'tab=calls' : `tab=calls&outcome=${name}` },
    label,
    isCurrent: name === outcome,
  })
  const counts = query.data?.counts ?? []
  return (
    <>
      <Panel title={text.calls} intro={text.callsIntro}>
        <ChoiceLinks
          label={text.filter}
          choices={[
            choice(undefined, text.all),
            ...(Object.keys(outcomeFilters) as PartnerCall['outcome'][]).map((name) =>
              choice(name, outcomeFilters[name]),
            ),
          ]}
        />
        <Loaded query={query} failed={text.callsFailed}>
          {({ calls }) =>
            calls.length === 0 ? (
              <EmptyState title={outcome === undefined ? text.callsNone : text.callsNoneOf} />
            ) : (
              <Table
                title={text.calls}
                columns={named(text.outcome, text.when, text.reference, text.details)}
                rows={calls.map((one) => ({
                  key: `${one.outcome} ${one.at} ${one.reference} ${one.code}`,
                  cells: [
                    outcomeNames[one.outcome],
                    formatDateTime(one.at),
                    one.outcome === 'repeated' ? '–' : one.reference || text.noReference,
                    detailsOf(one),
                  ],
                }))}
              />
            )
          }
        </Loaded>
      </Panel>
      {counts.length > 0 && (
        <Panel title={text.rejections} intro={text.rejectionsIntro}>
          <Table
            title={text.rejections}
            columns={named(text.reason, text.count)}
            rows={counts.map(({ code, count }) => ({
              key: code,
              cells: [<Reason key={code} code={code} />, formatNumber(count)],
            }))}
          />
        </Panel>
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

import { useQuery } from '@tanstack/react-query'
import { Tags } from 'lucide-react'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { Loaded } from '#web/shared/manage/loaded.tsx'
import { Panel } from '#web/shared/manage/panel.tsx'
import { Table } from '#web/shared/manage/table.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { batchesOptions } from './api.ts'
import { Files } from './files.tsx'
import { text } from './text.ts'

/** Issued batches. */
export const Batches = () => (
  <Panel title={text.listHeading}>
    <Loaded query={useQuery(batchesOptions)} failed={text.failed}>
      {(batches) =>
        batches.length === 0 ? (
          <EmptyState icon={Tags} title={text.none} text={text.noneHint} />
        ) : (
          <>
            <p className="note">{text.sheet}</p>
            <Table
              title={text.listHeading}
              columns={[
                { name: text.batch, isNamed: true },
                { name: text.issuedAt },
                { name: text.count, isNumber: true, isNamed: true },
                { name: text.bound, isNumber: true, isNamed: true },
                { name: text.note },
                { name: text.files },
              ]}
              rows={batches.map(({ id, created_at, count, bound, note }) => ({
                key: id,
                cells: [
                  id,
                  <time key="time" className="nowrap" dateTime={created_at}>
                    {formatDateTime(created_at)}
                  </time>,
                  formatNumber(count),
                  formatNumber(bound),
                  note,
                  <Files key="files" id={id} />,
                ],
              }))}
            />
          </>
        )
      }
    </Loaded>
  </Panel>
)

import * as endpoints from '#web/api/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { FileSpreadsheet, FileText } from 'lucide-react'
import { useState } from 'react'
import { formatLitres, formatNumber, formatSigned } from '#web/lib/format.ts'
import { Loaded } from '#web/shared/manage/loaded.tsx'
import { Panel } from '#web/shared/manage/panel.tsx'
import { named, Table } from '#web/shared/manage/table.tsx'
import { addMonths, formatDay, useToday } from '#web/ui/date-picker/athens-days.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { daysOptions } from './api.ts'
import css from './devices.module.css'
import { monthText, text } from './text.ts'

const shownMonths = 13

/** What the devices did in a month, by day and device, and its settlement as files. */
export function Months({ client }: { client: string }) {
  const today = useToday()
  const [chosen, setChosen] = useState<string>()
  const month = chosen ?? today.slice(0, 7)
  const files = [
    { route: endpoints.downloadSettlement, label: text.excel, Icon: FileSpreadsheet },
    { route: endpoints.downloadSettlementPage, label: text.pdf, Icon: FileText },
  ]
  return (
    <Panel title={text.days} intro={text.daysIntro}>
      <div className={css.month}>
        <Select
          label={text.month}
          value={month}
          choices={Array.from({ length: shownMonths }, (_, at) => {
            const value = addMonths(today, -at).slice(0, 7)
            return { value, label: monthText(value) }
          })}
          onChange={({ target }) => setChosen(target.value)}
        />
      </div>
      <Loaded query={useQuery(daysOptions(client, month))} failed={text.daysFailed}>
        {(days) =>
          days.length === 0 ? (
            <EmptyState title={text.daysNone} />
          ) : (
            <Table
              title={text.days}
              columns={named(
                text.day,
                text.device,
                text.coupons,
                text.brought,
                text.took,
                text.litres,
                text.points,
              )}
              rows={days.map(({ day, device, coupons, brought, took, litres, points }) => ({
                key: `${day} ${device.id}`,
                cells: [
                  formatDay(day),
                  device.name,
                  formatNumber(coupons),
                  formatNumber(brought),
                  formatNumber(took),
                  formatLitres(litres),
                  formatSigned(points),
                ],
              }))}
            />
          )
        }
      </Loaded>
      <div>
        <h3 className="text-m">{text.settlement}</h3>
        <p className="intro">{text.settlementIntro}</p>
        <div className="flex wraps gap-4">
          {files.map(({ route, label, Icon }) => (
            <a
              key={label}
              className={css.file}
              href={`${route.path.replace('{client}', client)}?month=${month}`}
              download
            >
              <Icon size={18} aria-hidden="true" />
              {label}
            </a>
          ))}
        </div>
      </div>
    </Panel>
  )
}

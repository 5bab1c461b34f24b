import * as endpoints from '#web/api/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { FileSpreadsheet, FileText } from 'lucide-react'
import { useState } from 'react'
import { formatLitres, formatNumber, formatSigned } from '#web/lib/format.ts'
import { addMonths, formatDay, useToday } from '#web/ui/date-picker/athens-days.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import page from '../partners-page.module.css'
import { NotYet } from '../traffic/not-yet.tsx'
import { Table } from '../traffic/table.tsx'
import { daysOptions } from './api.ts'
import css from './devices.module.css'
import { monthText, text } from './text.ts'

const shownMonths = 13

/** What the devices did in a month, by day and device, and its settlement as files. */
export function Months({ client }: { client: string }) {
  const today = useToday()
  const [chosen, setChosen] = useState<string>()
  const month = chosen ?? today.slice(0, 7)
  const query = useQuery(daysOptions(client, month))
  const { data } = query
  const files = [
    { route: endpoints.downloadSettlement, label: text.excel, Icon: FileSpreadsheet },
    { route: endpoints.downloadSettlementPage, label: text.pdf, Icon: FileText },
  ]
  return (
    <section className={page.part} aria-labelledby="device-days">
      <div>
        <h2 className="text-l" id="device-days">
          {text.days}
        </h2>
        <p className="intro">{text.daysIntro}</p>
      </div>
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
      {!data && <NotYet query={query} failed={text.daysFailed} />}
      {data?.length === 0 && <EmptyState title={text.daysNone} />}
      {data && data.length > 0 && (
        <Table
          title={text.days}
          columns={[text.day, text.device, text.coupons, text.brought, text.took, text.litres, text.points]}
          rows={data.map(({ day, device, coupons, brought, took, litres, points }) => ({
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
      )}
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
    </section>
  )
}

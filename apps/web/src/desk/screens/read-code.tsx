import type { ComponentProps } from 'react'
import { useEffect } from 'react'
import { useToday } from '#web/ui/date-picker/athens-days.ts'
import { entries, isUnsent } from '../model/entries.ts'
import { useOnline } from '../model/online.ts'
import { useStore } from '../model/store.ts'
import { loadToday, today } from '../model/today.ts'
import { CodeForm } from '../parts/code-form.tsx'
import { Heading } from '../parts/heading.tsx'
import { Scanner } from '../parts/scanner.tsx'
import { text } from '../words/text.ts'
import { litresText } from './entry-text.ts'
import { Recorded } from './recorded.tsx'
import work from './work.module.css'

type ReadCodeProps = ComponentProps<typeof CodeForm> & {
  use: 'reuse' | 'oil'
  hint: string
  last: string | undefined
  failed: boolean
}

/** Asks for the card or sticker of the next entry; above it the last one, below it what the device recorded today. */
export function ReadCode({ use, hint, last, failed, ...form }: ReadCodeProps) {
  const online = useOnline()
  const waits = useStore(entries).some(isUnsent)
  const present = useToday()
  const { list, day, failed: isOld } = useStore(today)
  useEffect(() => {
    if (online && !waits) void loadToday(present)
  }, [online, waits, present])
  const isTrue = list && day === present && online && !waits && !isOld
  const { brought, took, litres } = list?.sums ?? {}
  return (
    <div className={work.page}>
      <Heading hidden>{text.uses[use]}</Heading>
      <Recorded reference={last} failed={failed} />
      <Scanner hint={hint} onCode={form.onCode} />
      <CodeForm {...form} />
      {isTrue && (
        <p className="muted">
          {use === 'oil'
            ? text.todayOil(litresText(litres ?? 0), litres ?? 0)
            : text.todayReuse(brought ?? 0, took ?? 0)}
        </p>
      )}
    </div>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as endpoints from '#web/api/endpoints.ts'
import { watchEvents } from '#web/api/event-stream.ts'
import { useVisits, visitsOptions } from '#web/shared/desk-visits/api.ts'
import { FreshVisits, Visits } from '#web/shared/desk-visits/visits.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import css from './card.module.css'
import { text } from './text.ts'

/** What desks recorded: what is new next to the code, the rest at the end. */
export const CardVisits = ({ part }: { part: 'new' | 'earlier' }) => (part === 'new' ? <New /> : <Earlier />)

/** Up to date while the page is visible: its owner holds it out at a desk. */
function New() {
  const client = useQueryClient()
  const { fresh } = useVisits()
  useEffect(() => {
    const reload = () => {
      void client.invalidateQueries({ queryKey: visitsOptions.queryKey })
      void client.invalidateQueries({ queryKey: ['points'] })
    }
    return watchEvents(endpoints.watchOwnPoints, { onData: reload, onMissed: reload })
  }, [client])
  return (
    <div className={css.fresh}>
      <FreshVisits visits={fresh} />
    </div>
  )
}

function Earlier() {
  const { data, others, isError, refetch } = useVisits()
  // All are shown next to the code.
  if (data && data.length > 0 && others.length === 0) return null
  return (
    <section className="mt-8" aria-labelledby="visits">
      <h2 id="visits" className="text-xl">
        {text.visits}
      </h2>
      {!data && isError && <ErrorState title={text.visitsFailed} retry={() => void refetch()} />}
      {data?.length === 0 && <p className="intro">{text.noVisits}</p>}
      {others.length > 0 && <Visits visits={others} labelledBy="visits" />}
    </section>
  )
}

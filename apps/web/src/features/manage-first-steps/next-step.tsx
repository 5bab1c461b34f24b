import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { firstStepsOptions } from './api.ts'
import css from './next-step.module.css'
import { steps as texts, text } from './text.ts'

const list = '/admin/manage/first-steps'

/** '/admin/manage/places/new?x' → '/admin/manage/places' */
const sectionOf = (path: string) => /^(\/[^/?]+){1,3}/.exec(path)?.[0]

/** Below a screen of the console while the portal is new: what is done, and the way to the next step and to the list. */
export function NextStep() {
  const { pathname } = useLocation()
  const client = useQueryClient()
  const steps = useQuery(firstStepsOptions).data?.steps.filter(({ optional }) => !optional)

  useEffect(() => {
    const [own] = firstStepsOptions.queryKey
    // A screen that has changed something reads its data again or writes them: perhaps a step is done now.
    return client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.query.queryKey[0] === own) return
      const { action } = event
      if (action.type === 'invalidate' || (action.type === 'success' && action.manual))
        void client.invalidateQueries({ queryKey: firstStepsOptions.queryKey })
    })
  }, [client])

  const next = steps?.find(({ state }) => state === 'todo')?.name
  if (!steps || pathname === list || steps.every(({ state }) => state === 'done')) return null
  const to = next && (texts[next].link?.to ?? list)
  const isHere = to !== undefined && sectionOf(to) === sectionOf(pathname)
  const done = steps.filter(({ state }) => state === 'done').length
  return (
    <nav className={css.next} aria-label={text.list}>
      <p>
        <Link to={list}>{text.list}</Link>: {text.count(done, steps.length)}
      </p>
      {next && to && !isHere && (
        <ButtonLink tone="ghost" to={to}>
          {text.next(texts[next].title)}
        </ButtonLink>
      )}
    </nav>
  )
}

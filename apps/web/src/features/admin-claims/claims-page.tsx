import { useQuery } from '@tanstack/react-query'
import { MessageSquareWarning } from 'lucide-react'
import { useRef } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { KeysHelp } from '#web/shared/keyboard-help/keyboard-help.tsx'
import { pageNumberOf } from '#web/shared/page/page-query.ts'
import { Page } from '#web/shared/page/page.tsx'
import { ChoiceLinks } from '#web/ui/controls/choice-links.tsx'
import { DensitySwitch } from '#web/ui/controls/density-switch.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useKeys } from '#web/ui/keyboard/keyboard-shortcuts.ts'
import { useDensity } from '#web/ui/layout/density.ts'
import { classes } from '#web/ui/layout/classes.ts'
import headed from '#web/ui/lists/headed-list.module.css'
import { claimsOptions, type ListState } from './api.ts'
import { ClaimDetails } from './claim-details.tsx'
import { ClaimList } from './claim-list.tsx'
import css from './claims-page.module.css'
import { text } from './text.ts'

/** /admin/claims: deliveries that citizens report as not credited; list on the left, the selected one on the right. */
export function ClaimsPage() {
  const { claimId } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const density = useDensity()
  const heading = useRef<HTMLHeadingElement>(null)
  const shown: ListState = params.get('state') === 'decided' ? 'decided' : 'open'
  const page = pageNumberOf(params.get('page'))
  const query = useQuery(claimsOptions(shown, page))
  const count = query.data?.count

  const addressOf = (id: number | undefined, to = page) => {
    const search = new URLSearchParams()
    if (shown === 'decided') search.set('state', shown)
    if (to > 1) search.set('page', String(to))
    return { pathname: id === undefined ? '/admin/claims' : `/admin/claims/${id}`, search: search.toString() }
  }
  useKeys({
    Escape: () => {
      if (claimId === undefined) return false
      heading.current?.focus({ preventScroll: true })
      return navigate(addressOf(undefined))
    },
  })
  return (
    <Page title={text.title}>
      {/* On a phone the head is hidden beside an open claim, but the page still needs a heading. */}
      <h1 ref={heading} tabIndex={-1} className="hidden">
        {text.title}
      </h1>
      <div
        className={classes(headed.layout, css.layout)}
        data-open={claimId !== undefined}
        data-density={density}
      >
        <div className={classes(headed.head, css.head)}>
          <span className={headed.title} aria-hidden="true">
            {text.title}
          </span>
          <div className={css.filter}>
            <ChoiceLinks
              label={text.show}
              choices={[
                { to: '/admin/claims', label: text.open, isCurrent: shown === 'open' },
                { to: '/admin/claims?state=decided', label: text.decided, isCurrent: shown === 'decided' },
              ]}
            />
          </div>
          <span className={headed.total} role="status">
            {count !== undefined && text.total(count)}
          </span>
          <DensitySwitch />
          <KeysHelp />
        </div>
        <section className={classes(headed.list, css.list)} aria-label={text.list}>
          <ClaimList query={query} shown={shown} page={page} current={claimId} addressOf={addressOf} />
        </section>
        <section className={headed.detail} aria-label={text.details}>
          {claimId === undefined ? (
            <EmptyState icon={MessageSquareWarning} title={text.choose} text={text.chooseIntro} />
          ) : (
            <ClaimDetails key={claimId} id={claimId} back={addressOf(undefined)} />
          )}
        </section>
      </div>
    </Page>
  )
}

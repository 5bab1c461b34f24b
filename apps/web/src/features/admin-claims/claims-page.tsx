import { useQuery } from '@tanstack/react-query'
import { MessageSquareWarning } from 'lucide-react'
import { useRef } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { formatNumber } from '#web/lib/format.ts'
import { KeysHelp } from '#web/shared/keyboard-help/keyboard-help.tsx'
import { Page } from '#web/shared/page/page.tsx'
import { DensitySwitch } from '#web/ui/controls/density-switch.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useKeys } from '#web/ui/keyboard/keyboard-shortcuts.ts'
import { useDensity } from '#web/ui/layout/density.ts'
import hidden from '#web/ui/layout/hidden.module.css'
import { claimsOptions, type Shown } from './api.ts'
import { ClaimDetails } from './claim-details.tsx'
import { ClaimList } from './claim-list.tsx'
import css from './claims-page.module.css'
import { text } from './text.ts'

const pageOf = (value: string | null) => (/^[1-9]\d{0,6}$/.test(value ?? '') ? Number(value) : 1)

/** /admin/claims: deliveries that citizens report as not credited; list on the left, the selected one on the right. */
export function ClaimsPage() {
  const { claimId } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const density = useDensity()
  const heading = useRef<HTMLHeadingElement>(null)
  const shown: Shown = params.get('state') === 'decided' ? 'decided' : 'open'
  const page = pageOf(params.get('page'))
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
      <h1 ref={heading} tabIndex={-1} className={hidden.hidden}>
        {text.title}
      </h1>
      <div className={css.layout} data-open={claimId !== undefined} data-density={density}>
        <div className={css.head}>
          <span className={css.title} aria-hidden="true">
            {text.title}
          </span>
          <nav className={css.filter} aria-label={text.show}>
            <Choice to="/admin/claims" label={text.open} isCurrent={shown === 'open'} />
            <Choice to="/admin/claims?state=decided" label={text.decided} isCurrent={shown === 'decided'} />
          </nav>
          <span className={css.total} role="status">
            {count !== undefined && text.total(formatNumber(count), count === 1)}
          </span>
          <DensitySwitch />
          <KeysHelp />
        </div>
        <section className={css.list} aria-label={text.list}>
          <ClaimList query={query} shown={shown} page={page} current={claimId} addressOf={addressOf} />
        </section>
        <section className={css.detail} aria-label={text.details}>
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

const Choice = ({ to, label, isCurrent }: { to: string; label: string; isCurrent: boolean }) => (
  <Link className={css.choice} to={to} aria-current={isCurrent ? 'page' : undefined}>
    {label}
  </Link>
)

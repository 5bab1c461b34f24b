import { useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Page } from '#web/shared/page/page.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Approvals } from './approvals.tsx'
import type { Shown } from './api.ts'
import css from './checks-page.module.css'
import { Flags } from './flags.tsx'
import { text } from './text.ts'

const pageOf = (value: string | null) => (/^[1-9]\d{0,6}$/.test(value ?? '') ? Number(value) : 1)

/** /admin/checks: requests that a second person decides, and sums of points above a cap. */
export function ChecksPage() {
  const [query] = useSearchParams()
  const shown: Shown = query.get('state') === 'all' ? 'all' : 'open'
  const [message, setMessage] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const done = (message: string) => {
    setMessage(message)
    // The form with the focus is gone.
    heading.current?.focus({ preventScroll: true })
  }
  return (
    <Page title={text.title}>
      <div className={css.page} onSubmitCapture={() => setMessage('')}>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {text.heading}
          </h1>
          <p className={css.intro}>{text.intro}</p>
        </div>
        <nav className={css.filter} aria-label={text.show}>
          <Choice to="?" label={text.open} isCurrent={shown === 'open'} />
          <Choice to="?state=all" label={text.all} isCurrent={shown === 'all'} />
        </nav>
        <div role="status" className={css.message}>
          {message && <Notice tone="success" title={message} />}
        </div>
        <Approvals shown={shown} page={pageOf(query.get('requests'))} onDone={done} />
        <Flags shown={shown} page={pageOf(query.get('flags'))} onDone={done} />
      </div>
    </Page>
  )
}

const Choice = ({ to, label, isCurrent }: { to: string; label: string; isCurrent: boolean }) => (
  <Link className={css.choice} to={to} aria-current={isCurrent ? 'page' : undefined}>
    {label}
  </Link>
)

import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { pageNumberOf } from '#web/shared/page/page-query.ts'
import { Page } from '#web/shared/page/page.tsx'
import { ChoiceLinks } from '#web/ui/controls/choice-links.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Approvers, OwnApproval } from './approvers.tsx'
import { Approvals } from './approvals.tsx'
import { approversOptions, type ListState } from './api.ts'
import css from './checks-page.module.css'
import { Flags } from './flags.tsx'
import { Mentions } from './mentions.tsx'
import { Requests } from './requests.tsx'
import { text } from './text.ts'

/** /admin/checks: requests of citizens about their data, requests that a second person decides, sums of points above a cap, and texts about erased people. */
export function ChecksPage() {
  const [query] = useSearchParams()
  const shown: ListState = query.get('state') === 'all' ? 'all' : 'open'
  const [message, setMessage] = useState('')
  const { data: approvers } = useQuery(approversOptions)
  // The server decides; while it has not answered, the buttons are shown.
  const canDecide = approvers?.own.approves ?? true
  const heading = useRef<HTMLHeadingElement>(null)
  const done = (message: string) => {
    setMessage(message)
    // The form with the focus is gone.
    heading.current?.focus({ preventScroll: true })
  }
  return (
    <Page title={text.title}>
      <div className="page" onSubmitCapture={() => setMessage('')}>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {text.title}
          </h1>
          <p className="intro readable">{text.intro}</p>
        </div>
        <ChoiceLinks
          label={text.show}
          choices={[
            { to: '?', label: text.open, isCurrent: shown === 'open' },
            { to: '?state=all', label: text.all, isCurrent: shown === 'all' },
          ]}
        />
        <div role="status" className={css.message}>
          {message && <Notice tone="success" title={message} />}
        </div>
        {approvers && <OwnApproval own={approvers.own} />}
        {approvers && <Approvers approvers={approvers} onDone={done} />}
        <Requests shown={shown} page={pageNumberOf(query.get('data'))} onDone={done} />
        <Approvals
          shown={shown}
          page={pageNumberOf(query.get('requests'))}
          canDecide={canDecide}
          onDone={done}
        />
        <Flags shown={shown} page={pageNumberOf(query.get('flags'))} canDecide={canDecide} onDone={done} />
        <Mentions page={pageNumberOf(query.get('mentions'))} canDecide={canDecide} onDone={done} />
      </div>
    </Page>
  )
}

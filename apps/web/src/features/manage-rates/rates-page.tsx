import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { meOptions } from '#web/api/session.ts'
import { Loaded } from '#web/shared/manage/loaded.tsx'
import { ManagePage } from '#web/shared/manage/manage-page.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { ratesOptions, type Rates } from './api.ts'
import { ChangeForm } from './change-form.tsx'
import { RateList } from './rate-list.tsx'
import { RequestList } from './request-list.tsx'
import { text } from './text.ts'

/** /admin/manage/rates: rates of points, for operators; `change` and `rate` of the address open the form. */
export function RatesPage() {
  const [done, setDone] = useState<string>()
  const [query] = useSearchParams()
  const isOpen = query.has('change')
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setDone(undefined)
  }
  return (
    <ManagePage
      title={text.title}
      intro={text.intro}
      actions={!isOpen && <ButtonLink to="?change=rate_added">{text.add}</ButtonLink>}
    >
      {done !== undefined && !isOpen && <Outcome key={done} title={done} waits={done !== text.done} />}
      <Loaded query={useQuery(ratesOptions)} failed={text.failed} whole>
        {(rates) => <Shown rates={rates} onDone={setDone} />}
      </Loaded>
    </ManagePage>
  )
}

type ShownProps = { rates: Rates; onDone: (message: string) => void }

function Shown({ rates, onDone }: ShownProps) {
  const { data: profile } = useQuery(meOptions)
  const [query, setQuery] = useSearchParams()
  const kind = (['rate_added', 'rate_replaced', 'rate_closed', 'rate_deleted'] as const).find(
    (one) => one === query.get('change'),
  )
  const rate = rates.rates.find(({ id }) => String(id) === query.get('rate'))
  const open = kind !== undefined && (kind === 'rate_added' || rate !== undefined)
  return (
    <>
      {open && profile && (
        <ChangeForm
          key={`${kind} ${rate?.id}`}
          kind={kind}
          rate={kind === 'rate_added' ? undefined : rate}
          rates={rates}
          email={profile.email}
          onClose={(message) => {
            if (message !== undefined) onDone(message)
            setQuery({}, { replace: true })
          }}
        />
      )}
      {query.has('change') && !open && <Notice tone="error" title={text.gone} />}
      <RequestList requests={rates.requests} />
      <RateList {...rates} />
    </>
  )
}

/** Takes the focus: the form with the pressed button is gone. */
function Outcome({ title, waits }: { title: string; waits: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector<HTMLElement>('[data-success]')?.focus(), [])
  return (
    <div ref={place}>
      <Notice tone="success" title={title}>
        {waits && (
          <p>
            {text.tellApprover} <b>{`${window.location.origin}/admin/checks`}</b>
          </p>
        )}
      </Notice>
    </div>
  )
}

import type { NoticePage } from '@portal/contract/public-pages.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { problemText } from '#web/api/common-error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { mailsOptions, useTextChanges } from './api.ts'
import css from './manage-texts.module.css'
import { mailSentences, text } from './text.ts'

/** Mails about the newest change of a text; nothing as long as there was no change. */
export function Mails({ page }: { page: NoticePage }) {
  const { data } = useQuery(mailsOptions(page))
  const { sendMails } = useTextChanges()
  const [asking, setAsking] = useState(false)
  const [outcome, setOutcome] = useState<{ sent: number } | { problem: string }>()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (outcome) section.current?.querySelector<HTMLElement>('[data-success], [data-problem]')?.focus()
  }, [outcome])
  const number = data?.number ?? null
  if (!data || number === null) return null
  const send = async () => {
    setAsking(false)
    setOutcome(undefined)
    try {
      setOutcome({ sent: (await sendMails(page, number)).accounts })
    } catch (error) {
      setOutcome({ problem: problemText(mailSentences, error) })
    }
  }
  return (
    <section ref={section} className={css.panel} aria-labelledby="mails">
      <h2 id="mails" className={css.heading}>
        {text.mailHeading}
      </h2>
      {outcome &&
        ('sent' in outcome ? (
          <Notice tone="success" title={text.mailed(outcome.sent)} />
        ) : (
          <Notice tone="error" title={text.notMailed}>
            <p>{outcome.problem}</p>
          </Notice>
        ))}
      <p className="readable">{data.accounts === 0 ? text.mailNone : text.mailMeans}</p>
      {data.accounts > 0 && (
        <div className="actions">
          <Button tone="ghost" onClick={() => setAsking(true)}>
            {text.mail(data.accounts)}
          </Button>
        </div>
      )}
      {asking && (
        <ConfirmDialog
          title={text.mailQuestion(data.accounts)}
          cancel={{ label: text.cancel, action: () => setAsking(false) }}
          confirm={{ label: text.mailSend, action: () => void send() }}
        >
          <p>{text.mailQuestionMeans}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

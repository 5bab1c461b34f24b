import type { NoticePage } from '@portal/contract/public-pages.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOutcome } from '#web/shared/manage/outcome.tsx'
import { Panel } from '#web/shared/manage/panel.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { mailsOptions, useTextChanges } from './api.ts'
import { mailSentences, text } from './text.ts'

/** Mails about the newest change of a text; nothing as long as there was no change. */
export function Mails({ page }: { page: NoticePage }) {
  const { data } = useQuery(mailsOptions(page))
  const { sendMails } = useTextChanges()
  const [asking, setAsking] = useState(false)
  const { place, outcome, attempt } = useOutcome()
  const number = data?.number ?? null
  if (!data || number === null) return null
  const send = () => {
    setAsking(false)
    void attempt(
      async () => text.mailed((await sendMails(page, number)).accounts),
      text.notMailed,
      mailSentences,
    )
  }
  return (
    <Panel title={text.mailHeading} place={place}>
      {outcome}
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
          confirm={{ label: text.mailSend, action: send }}
        >
          <p>{text.mailQuestionMeans}</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}

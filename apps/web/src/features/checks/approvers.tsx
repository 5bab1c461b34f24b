import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { problemText } from '#web/api/common-error-text.ts'
import { formatDateTime } from '#web/lib/format.ts'
import layout from '#web/shared/manage/manage.module.css'
import { Panel } from '#web/shared/manage/panel.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { type Approvers as Reply, useDecisions } from './api.ts'
import css from './checks-page.module.css'
import { confirmSentences, text } from './text.ts'

type Waiting = Reply['waiting'][number]

const nameOf = ({ full_name: name, email }: Waiting) => name || email
const problemOf = (error: unknown) => problemText(confirmSentences, error)

/** Says when the reader approves, if that is not now. */
export function OwnApproval({ own: { from, approves } }: Pick<Reply, 'own'>) {
  if (approves) return null
  return (
    <div className={css.notYet}>
      <strong>{text.notYet}</strong>
      <p>{from === null ? text.notConfirmed : text.approvesFrom(formatDateTime(from))}</p>
    </div>
  )
}

/** New managers who wait for the confirmation of an approver. */
export function Approvers({
  approvers: { own, waiting },
  onDone,
}: {
  approvers: Reply
  onDone: (message: string) => void
}) {
  const { confirm } = useDecisions()
  const [asking, setAsking] = useState<Waiting>()
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (one: Waiting) => {
      await confirm(one.id)
      onDone(text.confirmedNow(nameOf(one)))
    },
  })
  if (waiting.length === 0) return null
  return (
    <Panel title={text.approversHeading}>
      {error && (
        <Notice tone="error" title={text.failed}>
          <p>{problemOf(error)}</p>
        </Notice>
      )}
      <ul className={layout.rows}>
        {waiting.map((one) => (
          <li key={one.id} className="stack column gap-3">
            <h3 className="text-m">{nameOf(one)}</h3>
            <dl className={css.facts}>
              <div>
                <dt>{text.email}</dt>
                <dd>{one.email}</dd>
              </div>
              <div>
                <dt>{text.requestedBy}</dt>
                <dd>{one.asked_by ?? text.byCommand}</dd>
              </div>
              <div>
                <dt>{text.requestedAt}</dt>
                <dd>{formatDateTime(one.asked_at)}</dd>
              </div>
            </dl>
            {own.approves && one.own && <p className="muted">{text.ownAppointment}</p>}
            {own.approves && !one.own && (
              <div className="no-print actions">
                <Button
                  busy={isPending}
                  aria-label={`${text.confirmApprover}: ${nameOf(one)}`}
                  onClick={() => !isPending && setAsking(one)}
                >
                  {text.confirmApprover}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {asking && (
        <ConfirmDialog
          title={text.confirmQuestion(nameOf(asking))}
          cancel={{ label: text.cancel, action: () => setAsking(undefined) }}
          confirm={{
            label: text.confirmApprover,
            action: () => {
              setAsking(undefined)
              mutate(asking)
            },
          }}
        >
          <p>{text.confirmMeans}</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}

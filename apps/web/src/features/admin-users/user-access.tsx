import type { AccountLock } from '@portal/contract/participants.ts'
import {
  factorResetReasonNames,
  factorResetReasons,
  lockReasonNames,
  lockReasons,
} from '@portal/contract/security/lock-reasons.ts'
import * as endpoints from '#web/api/endpoints.ts'
import { can } from '@portal/contract/security/permissions.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { problemText } from '#web/api/common-error-text.ts'
import { meOptions } from '#web/api/session.ts'
import { useConfirmation } from '#web/shared/confirmation/use-confirmation.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { changeAccess, overviewOptions } from './api.ts'
import { accessSentences, accessTexts, text } from './text.ts'
import css from './user-sections.module.css'

export type AccessAction = keyof typeof accessTexts

const choicesOf = <Value extends string>(values: readonly Value[], names: Record<Value, string>) =>
  values.map((value) => ({
    value,
    label: names[value].replace(/^./u, (first) => first.toUpperCase()),
  }))
const reasons = choicesOf(lockReasons, lockReasonNames)
const factorReasons = choicesOf(factorResetReasons, factorResetReasonNames)
/** Days of a lock; '': until it is unlocked. */
const lengths = ['', '1', '7', '30'].map((value) => ({ value, label: text.lockLength(Number(value)) }))

const errorText = (error: unknown) => problemText(accessSentences, error)

type UserAccessProps = { id: number; name: string; email: string; lock: AccountLock | null | undefined }

/**
 * Mails a link for a new password, locks and unlocks a citizen's account, ends its sessions and removes its second factor, after
 * a question with the name.
 */
export function UserAccess({ id, name, email, lock }: UserAccessProps) {
  const client = useQueryClient()
  const { role } = useQuery(meOptions).data ?? {}
  const [asking, setAsking] = useState<AccessAction>()
  const [reason, setReason] = useState<(typeof lockReasons)[number]>(lockReasons[0])
  const [days, setDays] = useState('')
  const [factorReason, setFactorReason] = useState<(typeof factorResetReasons)[number]>(factorResetReasons[0])
  const confirmed = useConfirmation()
  const heading = useRef<HTMLHeadingElement>(null)
  const change = useMutation({
    mutationFn: (action: AccessAction) =>
      confirmed(() =>
        changeAccess(id, action, {
          lock: { reason, ...(days !== '' && { days: Number(days) }) },
          resetFactor: { reason: factorReason },
        }),
      ),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: overviewOptions(id).queryKey })
      // The pressed button may be gone.
      heading.current?.focus()
    },
  })
  const actions: AccessAction[] = []
  if (can(role, endpoints.sendParticipantReset.access)) actions.push('sendReset')
  if (can(role, endpoints.lockAccount.access)) actions.push(lock ? 'unlock' : 'lock', 'endSessions')
  if (can(role, endpoints.resetParticipantFactor.access)) actions.push('resetFactor')
  if (actions.length === 0) return undefined
  return (
    <section aria-labelledby="access">
      <h3 className={css.heading} id="access" ref={heading} tabIndex={-1}>
        {text.access}
      </h3>
      {change.isSuccess && <Notice tone="success" title={accessTexts[change.variables].done} />}
      {change.isError && (
        <Notice tone="error" title={text.accessFailed}>
          <p>{errorText(change.error)}</p>
        </Notice>
      )}
      <div className="flex wraps gap-2 mt-2">
        {actions.map((action) => (
          <Button key={action} tone="ghost" busy={change.isPending} onClick={() => setAsking(action)}>
            {accessTexts[action].button}
          </Button>
        ))}
      </div>
      {asking && (
        <ConfirmDialog
          title={accessTexts[asking].question}
          cancel={{ label: text.cancel, action: () => setAsking(undefined) }}
          confirm={{
            label: accessTexts[asking].button,
            action: () => {
              change.mutate(asking)
              setAsking(undefined)
            },
          }}
        >
          <div className="stack gap-3">
            <p>
              <b>{name}</b>
              {asking === 'sendReset' && `, ${email}`}
            </p>
            {asking === 'lock' && (
              <>
                <Select
                  label={text.lockReason}
                  name="reason"
                  choices={reasons}
                  value={reason}
                  onChange={({ target }) =>
                    setReason(lockReasons.find((one) => one === target.value) ?? reason)
                  }
                />
                <Select
                  label={text.lockUntil}
                  name="days"
                  choices={lengths}
                  value={days}
                  onChange={({ target }) => setDays(target.value)}
                />
              </>
            )}
            {asking === 'resetFactor' && (
              <Select
                label={text.factorReason}
                name="reason"
                choices={factorReasons}
                value={factorReason}
                onChange={({ target }) =>
                  setFactorReason(factorResetReasons.find((one) => one === target.value) ?? factorReason)
                }
              />
            )}
            <p>{accessTexts[asking].means}</p>
            {asking === 'sendReset' && lock && <p>{text.isLocked}</p>}
          </div>
        </ConfirmDialog>
      )}
    </section>
  )
}

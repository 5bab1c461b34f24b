import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import { useRef } from 'react'
import { hasPasskeys } from '#web/lib/passkeys.ts'
import { useForm } from '#web/shared/forms/form.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { FormProblems } from '#web/ui/forms/problem-list.tsx'
import type { SecondFactor } from '@portal/contract/second-factor.ts'
import type { Confirmation } from './api.ts'
import { sentences, text } from './text.ts'

type ConfirmFormProps = {
  factors: SecondFactor
  /** What the confirmation allows. */
  means: { confirmMeans: string; confirmFactorMeans: string }
  onConfirm: (given: Confirmation) => Promise<void>
  onCancel: () => void
}

/** Asks for the password before a change, and for a present factor: a code, or a passkey in place of it. */
export function ConfirmForm({ factors, means, onConfirm, onCancel }: ConfirmFormProps) {
  const hasCodes = factors.totp.added_at !== null || factors.recovery_codes_left > 0
  const hasKeys = factors.passkeys.length > 0 && hasPasskeys()
  const needsFactor = factors.totp.added_at !== null || factors.passkeys.length > 0
  const asksForCode = needsFactor && hasCodes
  const byPasskey = useRef(false)
  const codeLabel = factors.totp.added_at === null ? text.recoveryCode : text.anyCode
  const labels = { current_password: text.password, code: codeLabel }
  const { form, field, others, rejected, pending } = useForm<keyof typeof labels>({
    initial: { current_password: '', code: '' },
    labels,
    check: (values): ErrorDetail[] =>
      (['current_password', 'code'] as const)
        .filter((name) => values[name] === '' && (name !== 'code' || (asksForCode && !byPasskey.current)))
        .map((name) => ({ code: 'required', field: name })),
    sentences,
    submit: ({ current_password: password, code }) =>
      onConfirm({ password, ...(byPasskey.current ? { byPasskey: true } : asksForCode && { code }) }),
  })
  return (
    <form {...form} className="stack column gap-3" aria-labelledby="confirm-title">
      <h3 id="confirm-title" className="text-l breaks">
        {text.confirm}
      </h3>
      <p>{needsFactor ? means.confirmFactorMeans : means.confirmMeans}</p>
      <FormProblems of={{ rejected, others }} title={text.failed} />
      <PasswordField {...field('current_password')} autoComplete="current-password" />
      {asksForCode && (
        <TextField
          {...field('code')}
          hint={factors.totp.added_at === null ? undefined : text.anyCodeHint}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
        />
      )}
      <div className="actions">
        {(asksForCode || !hasKeys) && (
          <Button type="submit" busy={pending} onClick={() => (byPasskey.current = false)}>
            {text.next}
          </Button>
        )}
        {hasKeys && (
          <Button
            type="submit"
            tone={asksForCode ? 'ghost' : 'primary'}
            busy={pending}
            onClick={() => (byPasskey.current = true)}
          >
            {text.withPasskey}
          </Button>
        )}
        <Button tone="ghost" onClick={onCancel}>
          {text.cancel}
        </Button>
      </div>
    </form>
  )
}

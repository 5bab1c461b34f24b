import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#web/api/call.ts'
import { problemText } from '#web/api/common-error-text.ts'
import { hasPasskeys } from '#web/lib/passkeys.ts'
import { useForm } from '#web/shared/forms/form.ts'
import { Page } from '#web/shared/page/page.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { type Factors, useSecondStep } from './api.ts'
import pageCss from './login-page.module.css'
import { recoverySentences, secondSentences, text } from './text.ts'

type SecondStepProps = {
  factors: Factors
  /** Returns to the password; `expired`: the time for this step was over. */
  onBack: (expired: boolean) => void
}
type Way = keyof Factors

const isExpired = (error: unknown) => error instanceof ApiError && error.status === 401

/** Second step of a sign-in: a code of the app, a recovery code or a passkey. */
export const SecondStep = (props: SecondStepProps) => (
  <Page title={text.secondTitle}>
    <h1 tabIndex={-1}>{text.secondTitle}</h1>
    <SecondStepForm {...props} />
  </Page>
)

export function SecondStepForm({ factors, onBack }: SecondStepProps) {
  const [way, setWay] = useState<Way>(factors.totp ? 'totp' : 'passkey')
  const { sendPasskey } = useSecondStep()
  const passkey = useMutation({
    mutationFn: sendPasskey,
    onError: (error) => isExpired(error) && onBack(true),
  })
  const canUsePasskey = factors.passkey && hasPasskeys()
  const others = (['totp', 'recovery'] as const).filter((other) => factors[other] && other !== way)
  const change = (to: Way) => {
    passkey.reset()
    setWay(to)
  }
  return (
    <>
      {way === 'passkey' ? (
        <p className="intro">{canUsePasskey ? text.passkeyIntro : text.noPasskeys(factors.recovery)}</p>
      ) : (
        <CodeForm key={way} kind={way} onExpired={() => onBack(true)} />
      )}
      <div className="stack gap-3 mt-4">
        {passkey.error && !isExpired(passkey.error) && (
          <Notice tone="error" title={text.secondFailed}>
            <p>{problemOf(passkey.error)}</p>
          </Notice>
        )}
        {canUsePasskey && (
          <Button
            tone={way === 'passkey' ? 'primary' : 'ghost'}
            wide
            busy={passkey.isPending}
            onClick={() => !passkey.isPending && passkey.mutate()}
          >
            {text.withPasskey}
          </Button>
        )}
        {others.map((other) => (
          <button key={other} type="button" className={pageCss.link} onClick={() => change(other)}>
            {other === 'totp' ? text.withApp : text.withRecovery}
          </button>
        ))}
        <button type="button" className={pageCss.link} onClick={() => onBack(false)}>
          {text.otherAccount}
        </button>
      </div>
    </>
  )
}

const problemOf = (error: unknown) => problemText(secondSentences, error)

const check = ({ code }: { code: string }): ErrorDetail[] =>
  code.trim() === '' ? [{ code: 'required', field: 'code' }] : []

function CodeForm({ kind, onExpired }: { kind: 'totp' | 'recovery'; onExpired: () => void }) {
  const { sendCode } = useSecondStep()
  const { form, field, problems, rejected, pending } = useForm<'code'>({
    initial: { code: '' },
    labels: { code: text.code[kind] },
    check,
    sentences: kind === 'totp' ? secondSentences : recoverySentences,
    submit: async ({ code }) => {
      await sendCode(kind, code).catch((error: unknown) => {
        if (!isExpired(error)) throw error
        onExpired()
      })
    },
  })
  const { ref } = form
  useEffect(() => {
    ref.current?.querySelector('input')?.focus()
  }, [ref])
  const others = problems.filter(({ field }) => field === undefined)
  return (
    <>
      <p className="intro">{kind === 'totp' ? text.appIntro : text.recoveryIntro}</p>
      <form className="form" {...form}>
        {rejected && others.length > 0 && (
          <Notice tone="error" title={text.secondFailed}>
            {others.map((problem) => (
              <p key={problem.text}>{problem.text}</p>
            ))}
          </Notice>
        )}
        <TextField
          {...field('code')}
          hint={kind === 'recovery' ? text.recoveryExample : undefined}
          inputMode={kind === 'totp' ? 'numeric' : 'text'}
          autoComplete={kind === 'totp' ? 'one-time-code' : 'off'}
          autoCapitalize={kind === 'totp' ? 'none' : 'characters'}
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
        />
        <Button type="submit" wide busy={pending}>
          {text.finish}
        </Button>
      </form>
    </>
  )
}

import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/api/call.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Unloaded } from '#web/ui/feedback/unloaded.tsx'
import { AppForm } from './app-form.tsx'
import { confirm, secondFactorOptions } from '#web/shared/confirmation/api.ts'
import { ConfirmForm } from '#web/shared/confirmation/confirm-form.tsx'
import { FactorList } from './factor-list.tsx'
import { PasskeyForm } from './passkey-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { type AppSetUp, useSecondFactorCalls } from './second-factor-api.ts'
import { problemOf, text } from './second-factor-text.ts'
import css from './security.module.css'

/** What the section shows: the list, or one step of a change. */
type Step =
  | { kind: 'list' }
  | { kind: 'confirm'; change: () => Promise<Step> }
  | { kind: 'app'; setUp: AppSetUp }
  | { kind: 'passkey'; options: object }
  | { kind: 'codes'; codes: string[]; done: string }

const list: Step = { kind: 'list' }

/** The second factors of the account: adding, removing, recovery codes. Asks the owner to confirm first if that is not recent. */
export function SecondFactorSection() {
  const query = useQuery(secondFactorOptions)
  const { data } = query
  const calls = useSecondFactorCalls()
  const [step, setStep] = useState<Step>(list)
  const [done, setDone] = useState<string>()
  const section = useRef<HTMLElement>(null)

  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (change: () => Promise<Step>) => {
      try {
        return await change()
      } catch (error) {
        if (error instanceof ApiError && error.has('confirmation_required'))
          return { kind: 'confirm', change } as const
        throw error
      }
    },
    onSuccess: setStep,
  })
  const start = (change: () => Promise<Step>) => {
    if (isPending) return
    setDone(undefined)
    mutate(change)
  }
  const finish = (message: string, codes: string[] = []): Step => {
    setDone(codes.length > 0 ? undefined : message)
    return codes.length > 0 ? { kind: 'codes', codes, done: message } : list
  }
  const cancel = () => {
    reset()
    setStep(list)
  }

  const shown = useRef({ step, done })
  useEffect(() => {
    if (shown.current.step === step && shown.current.done === done) return
    shown.current = { step, done }
    // The clicked button is gone: focus the next field, the result or the heading.
    const targets = ['input', '[data-success]', '[data-heading]']
    const found = targets.map((target) => section.current?.querySelector<HTMLElement>(target)).find(Boolean)
    found?.focus()
  }, [step, done])

  return (
    <section ref={section} aria-labelledby="second-factor" className={css.section}>
      <h2 id="second-factor" tabIndex={-1} data-heading="">
        {text.heading}
      </h2>
      <p className="intro">{text.intro}</p>
      {data?.required && data.totp.added_at === null && data.passkeys.length === 0 && (
        <p className={css.required}>{text.required}</p>
      )}
      {done && step.kind === 'list' && <Notice tone="success" title={done} />}
      {error && (
        <Notice tone="error" title={text.failed}>
          <p>{problemOf(error)}</p>
        </Notice>
      )}
      <Unloaded query={query} failed={text.notLoaded} height="12rem" />
      {data && step.kind === 'list' && (
        <FactorList
          factors={data}
          isBusy={isPending}
          onAddApp={() => start(async () => ({ kind: 'app', setUp: await calls.beginApp() }))}
          onRemoveApp={() =>
            start(async () => {
              await calls.removeApp()
              return finish(text.appRemoved)
            })
          }
          onAddPasskey={() => start(async () => ({ kind: 'passkey', options: await calls.beginPasskey() }))}
          onRemovePasskey={(passkey) =>
            start(async () => {
              await calls.removePasskey(passkey)
              return finish(text.passkeyRemoved)
            })
          }
          onMakeCodes={() => start(async () => finish(text.codesReplaced, await calls.makeCodes()))}
        />
      )}
      {data && step.kind === 'confirm' && (
        <div className={css.card}>
          <ConfirmForm
            means={text}
            factors={data}
            onCancel={cancel}
            onConfirm={async (given) => {
              await confirm(given)
              // The section shows an error of the change, above the list.
              mutate(step.change, { onError: () => setStep(list) })
            }}
          />
        </div>
      )}
      {step.kind === 'app' && (
        <AppForm
          setUp={step.setUp}
          onCancel={cancel}
          onCode={async (code) => setStep(finish(text.appAdded, await calls.addApp(code)))}
        />
      )}
      {step.kind === 'passkey' && (
        <PasskeyForm
          onCancel={cancel}
          onName={async (name) =>
            setStep(finish(text.passkeyAdded, await calls.addPasskey(step.options, name)))
          }
        />
      )}
      {step.kind === 'codes' && (
        <RecoveryCodes
          codes={step.codes}
          onKept={() => {
            setDone(step.done)
            setStep(list)
          }}
        />
      )}
    </section>
  )
}

import type { SecondFactor } from '@portal/contract/second-factor.ts'
import { useState } from 'react'
import { formatDateTime } from '#web/lib/format.ts'
import { hasPasskeys } from '#web/lib/passkeys.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import type { Passkey } from './second-factor-api.ts'
import { lastRequired, text } from './second-factor-text.ts'
import css from './security.module.css'

type FactorListProps = {
  factors: SecondFactor
  isBusy: boolean
  onAddApp: () => void
  onRemoveApp: () => void
  onAddPasskey: () => void
  onRemovePasskey: (passkey: Passkey) => void
  onMakeCodes: () => void
}

type Question = { title: string; lines: string[]; label: string; action: () => void }

/** The account's factors with their buttons. Removals and new codes ask first. */
export function FactorList({ factors, isBusy, ...on }: FactorListProps) {
  const { totp, passkeys, recovery_codes_left: left } = factors
  const [question, setQuestion] = useState<Question>()
  const isLast = (totp.added_at === null ? 0 : 1) + passkeys.length === 1
  const canRemove = !(isLast && factors.required)
  const ask = (what: string, action: () => void) =>
    setQuestion({
      title: text.removeQuestion(what),
      lines: [text.removeMeans, ...(isLast ? [text.removeLast] : [])],
      label: text.remove,
      action,
    })
  return (
    <>
      {!canRemove && <p>{lastRequired}</p>}
      <div className={css.card}>
        <h3 id="factor-app" className="text-l breaks">
          {text.app}
        </h3>
        <p>{text.appMeans}</p>
        {!totp.available && <p>{text.appUnavailable}</p>}
        {totp.added_at !== null && <p>{text.appSince(formatDateTime(totp.added_at))}</p>}
        <div className="actions stretch">
          {totp.available && (
            <Button
              tone={totp.added_at === null ? 'primary' : 'ghost'}
              aria-describedby="factor-app"
              busy={isBusy}
              onClick={on.onAddApp}
            >
              {totp.added_at === null ? text.add : text.changePhone}
            </Button>
          )}
          {totp.added_at !== null && canRemove && (
            <Button
              tone="ghost"
              aria-describedby="factor-app"
              busy={isBusy}
              onClick={() => ask(text.app, on.onRemoveApp)}
            >
              {text.remove}
            </Button>
          )}
        </div>
      </div>

      <div className={css.card}>
        <h3 className="text-l breaks">{text.passkeys}</h3>
        <p>{text.passkeysMean}</p>
        {passkeys.length > 0 && (
          <ul className={css.keys}>
            {passkeys.map((passkey) => (
              <li key={passkey.id}>
                <div>
                  <p id={`passkey-${passkey.id}`} className="semibold breaks">
                    {passkey.name}
                  </p>
                  <p>
                    {text.passkeyFacts(
                      formatDateTime(passkey.added_at),
                      passkey.last_used_at && formatDateTime(passkey.last_used_at),
                    )}
                  </p>
                </div>
                {canRemove && (
                  <Button
                    tone="ghost"
                    aria-describedby={`passkey-${passkey.id}`}
                    busy={isBusy}
                    onClick={() => ask(passkey.name, () => on.onRemovePasskey(passkey))}
                  >
                    {text.remove}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {hasPasskeys() ? (
          <div className="actions stretch">
            <Button tone="ghost" busy={isBusy} onClick={on.onAddPasskey}>
              {text.addPasskey}
            </Button>
          </div>
        ) : (
          <p>{text.noPasskeys}</p>
        )}
      </div>

      {(totp.added_at !== null || passkeys.length > 0) && (
        <div className={css.card}>
          <h3 className="text-l breaks">{text.codes}</h3>
          <p>
            {text.codesMean} {text.codesLeft(left)}
          </p>
          <div className="actions stretch">
            <Button
              tone="ghost"
              busy={isBusy}
              onClick={() =>
                setQuestion({
                  title: text.codesQuestion,
                  lines: [text.codesQuestionMeans],
                  label: text.newCodes,
                  action: on.onMakeCodes,
                })
              }
            >
              {text.newCodes}
            </Button>
          </div>
        </div>
      )}
      {question && (
        <ConfirmDialog
          title={question.title}
          cancel={{ label: text.cancel, action: () => setQuestion(undefined) }}
          confirm={{
            label: question.label,
            action: () => {
              setQuestion(undefined)
              question.action()
            },
          }}
        >
          {question.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </ConfirmDialog>
      )}
    </>
  )
}

import { TextField } from '#web/ui/forms/field.tsx'
import { QrCode } from '#web/ui/layout/qr-code.tsx'
import { CardForm } from './card-form.tsx'
import type { AppSetUp } from './second-factor-api.ts'
import { text } from './second-factor-text.ts'
import css from './security.module.css'

type AppFormProps = { setUp: AppSetUp; onCode: (code: string) => Promise<void>; onCancel: () => void }

/** Shows the secret for an authenticator app, and asks for its first code. */
export function AppForm({ setUp: { secret, uri, qr }, onCode, onCancel }: AppFormProps) {
  return (
    <CardForm
      name="code"
      title={text.app}
      label={text.appCode}
      button={text.add}
      intro={
        <>
          <p>{text.appScan}</p>
          <QrCode qr={qr} label={text.qr} className={css.qr} />
          <p>
            {text.appType} <span className="semibold breaks">{secret.match(/.{1,4}/g)?.join(' ')}</span>
          </p>
          <p>
            <a className={css.alone} href={uri}>
              {text.appOpen}
            </a>
          </p>
        </>
      }
      renderInput={(field) => (
        <TextField
          {...field}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
        />
      )}
      onSubmit={onCode}
      onCancel={onCancel}
    />
  )
}

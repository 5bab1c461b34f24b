import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { CardForm } from './card-form.tsx'
import { text } from './second-factor-text.ts'

type PasswordFormProps = { onConfirm: (password: string) => Promise<void>; onCancel: () => void }

/** Asks for the password before a change. */
export const PasswordForm = ({ onConfirm, onCancel }: PasswordFormProps) => (
  <CardForm
    name="current_password"
    title={text.confirm}
    label={text.password}
    button={text.next}
    intro={<p>{text.confirmMeans}</p>}
    renderInput={(field) => <PasswordField {...field} autoComplete="current-password" />}
    onSubmit={onConfirm}
    onCancel={onCancel}
  />
)

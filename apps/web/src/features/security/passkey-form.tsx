import { TextField } from '#web/ui/forms/field.tsx'
import { CardForm } from './card-form.tsx'
import { text } from './second-factor-text.ts'

type PasskeyFormProps = { onName: (name: string) => Promise<void>; onCancel: () => void }

/** Asks for the name of a new passkey; then the browser creates it. */
export const PasskeyForm = ({ onName, onCancel }: PasskeyFormProps) => (
  <CardForm
    name="name"
    title={text.addPasskey}
    label={text.passkeyName}
    button={text.next}
    renderInput={(field) => (
      <TextField {...field} hint={text.passkeyHint} autoComplete="off" maxLength={60} />
    )}
    onSubmit={onName}
    onCancel={onCancel}
  />
)

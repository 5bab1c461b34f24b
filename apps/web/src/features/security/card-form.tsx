import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import type { ReactNode } from 'react'
import { useForm } from '#web/shared/forms/form.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FormProblems } from '#web/ui/forms/problem-list.tsx'
import { sentences, text } from './second-factor-text.ts'
import css from './security.module.css'

type Name = 'code' | 'name'
type FieldProps = ReturnType<ReturnType<typeof useForm<Name>>['field']>

type CardFormProps = {
  /** Also the id of the heading. */
  name: Name
  title: string
  label: string
  button: string
  intro?: ReactNode
  renderInput: (props: FieldProps) => ReactNode
  onSubmit: (value: string) => Promise<void>
  onCancel: () => void
}

/** A card with one required field, for a step of the second factors. */
export function CardForm({
  name,
  title,
  label,
  button,
  intro,
  renderInput,
  onSubmit,
  onCancel,
}: CardFormProps) {
  const { form, field, others, rejected, pending } = useForm<Name>({
    initial: { [name]: '' } as Record<Name, string>,
    labels: { [name]: label } as Record<Name, string>,
    check: (values): ErrorDetail[] => (values[name] === '' ? [{ code: 'required', field: name }] : []),
    sentences,
    submit: (values) => onSubmit(values[name]),
  })
  const id = `${name}-title`
  return (
    <form {...form} className={css.card} aria-labelledby={id}>
      <h3 id={id} className="text-l breaks">
        {title}
      </h3>
      {intro}
      <FormProblems of={{ rejected, others }} title={text.failed} />
      {renderInput(field(name))}
      <div className="actions stretch">
        <Button type="submit" busy={pending}>
          {button}
        </Button>
        <Button tone="ghost" onClick={onCancel}>
          {text.cancel}
        </Button>
      </div>
    </form>
  )
}

import type { ComponentProps, ReactNode } from 'react'
import css from './manage.module.css'

type ChoiceProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  onChange: (isChosen: boolean) => void
  children: ReactNode
}

/** A checkbox, or a radio button, with its label. */
export const Choice = ({ type = 'checkbox', onChange, children, ...input }: ChoiceProps) => (
  <label className={css.choice}>
    <input type={type} onChange={({ target }) => onChange(target.checked)} {...input} />
    {children}
  </label>
)

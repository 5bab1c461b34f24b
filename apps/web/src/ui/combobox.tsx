import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { classes } from './classes.ts'
import css from './combobox.module.css'
import { Field } from './field.tsx'
import fieldCss from './field.module.css'

export type Choice = { value: string; label: string }

type ComboboxProps = {
  label: string
  name: string
  choices: Choice[]
  /** The `value` of the choice that is made; '' for none. */
  value: string
  onChange: (value: string) => void
  placeholder: string
  /** What stands in the list when nothing fits what was typed. */
  nothing: string
  hint?: ReactNode
  error?: ReactNode
}

/**
 * One choice out of many, found by typing a part of its name (accents and case don't matter) or picked from the list.
 * Enter and Tab pick what is highlighted; what is typed and never picked goes again: only a choice is a value.
 */
export function Combobox(props: ComboboxProps) {
  const { label, name, choices, value, onChange, placeholder, nothing, hint, error } = props
  const highlighted = useRef<Choice>(undefined)
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => (
        <Base.Root
          items={choices}
          value={choices.find((choice) => choice.value === value) ?? null}
          onValueChange={(choice) => onChange(choice?.value ?? '')}
          isItemEqualToValue={(one, other) => one.value === other.value}
          locale="el"
          autoHighlight
          onItemHighlighted={(choice) => {
            highlighted.current = choice
          }}
        >
          <Base.Input
            {...wiring}
            data-name={name}
            className={classes(fieldCss.input, fieldCss.inside)}
            placeholder={placeholder}
            autoComplete="off"
            onKeyDown={({ key }) => {
              if (key === 'Tab' && highlighted.current) onChange(highlighted.current.value)
            }}
          />
          <Base.Trigger className={css.open} aria-label="Άνοιγμα λίστας">
            <ChevronDown size={21} aria-hidden="true" />
          </Base.Trigger>
          <Base.Portal>
            <Base.Positioner className={css.positioner} sideOffset={6}>
              <Base.Popup className={css.popup}>
                <Base.Empty className={css.empty}>{nothing}</Base.Empty>
                <Base.List className={css.list} aria-label={label}>
                  {(choice: Choice) => (
                    <Base.Item key={choice.value} value={choice} className={css.item}>
                      {choice.label}
                      <Base.ItemIndicator className={css.tick}>
                        <Check size={18} aria-hidden="true" />
                      </Base.ItemIndicator>
                    </Base.Item>
                  )}
                </Base.List>
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
  )
}

import type { ComponentProps } from 'react'
import { TextField } from '#web/ui/forms/field.tsx'
import css from './stickers.module.css'
import { text } from './text.ts'

/**
 * Input of a sticker's code, large enough to compare with the printed one. Letters and digits are mixed: text keyboard,
 * capitals, no autocorrection, no autocomplete.
 */
export const CodeField = (field: Omit<ComponentProps<typeof TextField>, 'placeholder'>) => (
  <div className={css.code}>
    <TextField
      {...field}
      inputMode="text"
      autoCapitalize="characters"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="done"
      placeholder={text.example}
    />
  </div>
)

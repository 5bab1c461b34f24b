import type { ComponentProps } from 'react'
import { TextField } from '#web/ui/forms/field.tsx'
import css from './stickers.module.css'
import { text } from './text.ts'

/**
 * A sticker's code, big enough to compare sign by sign with what is printed. Letters and digits are mixed, so the
 * keyboard is that of text, with capitals and without anyone correcting or remembering what is typed.
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

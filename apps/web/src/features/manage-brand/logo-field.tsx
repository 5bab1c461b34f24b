import { maxLogoBytes } from '@portal/contract/brand/brand-limits.ts'
import { useEffect, useRef, useState } from 'react'
import { base64Of } from '#web/shared/forms/base64-of.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { hints, labels, sentences, text } from './text.ts'
import { noLogo } from './values.ts'

type LogoFieldProps = {
  /** '' as it is, `noLogo`, or the bytes in base64. */
  value: string
  /** Whether a logo is stored. */
  hasLogo: boolean
  error: string | undefined
  onChange: (value: string) => void
}

/** Chooses a file as logo; the server checks it. */
export function LogoField({ value, hasLogo, error, onChange }: LogoFieldProps) {
  const [refused, setRefused] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Saved: the name of the file is no longer that of a choice.
    if (value === '' && input.current) input.current.value = ''
  }, [value])
  const state = value === '' ? (hasLogo ? 'own' : 'none') : value === noLogo ? 'gone' : 'new'
  const choose = async (file: File | undefined) => {
    if (!file) return
    const isLarge = file.size > maxLogoBytes
    const bytes = isLarge ? undefined : await base64Of(file).catch(() => undefined)
    if (bytes) onChange(bytes)
    setRefused(bytes ? undefined : isLarge ? String(sentences.logo_large) : text.logoUnreadable)
  }
  const set = (value: string) => {
    onChange(value)
    setRefused(undefined)
    if (input.current) input.current.value = ''
    // The button is gone.
    input.current?.focus()
  }
  return (
    <div className="stack gap-2">
      <Field label={labels.logo} hint={hints.logo ?? text.logoHint} error={refused ?? error} optional>
        {(wiring) => (
          <input
            {...wiring}
            ref={input}
            type="file"
            accept=".svg,.png,image/svg+xml,image/png"
            onChange={({ target }) => void choose(target.files?.[0])}
          />
        )}
      </Field>
      <p className="note">{state === 'gone' ? text.logoWillGo : text.logoIs[state]}</p>
      <div className="actions">
        {state === 'own' && (
          <Button tone="ghost" onClick={() => set(noLogo)}>
            {text.logoRemove}
          </Button>
        )}
        {(state === 'new' || state === 'gone') && (
          <Button tone="ghost" onClick={() => set('')}>
            {text.logoUndo}
          </Button>
        )}
      </div>
    </div>
  )
}

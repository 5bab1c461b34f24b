import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import css from './parts.module.css'
import { Problem } from './problem.tsx'

type CodeFormProps = {
  label: string
  button: string
  busy: boolean
  /** Shown below the field, which then has the focus. */
  problem?: string | undefined
  onCode: (typed: string) => void
}

/** A code to be typed; a scanner that types like a keyboard ends with Enter. */
export function CodeForm({ label, button, busy, problem, onCode }: CodeFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    // A scanner that types like a keyboard needs no press on the field.
    const takeKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isFree = document.activeElement?.matches('body, main, h1') ?? true
      if (isFree && key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey) field.current?.focus()
    }
    window.addEventListener('keydown', takeKey)
    return () => window.removeEventListener('keydown', takeKey)
  }, [])
  useEffect(() => {
    if (!problem) return
    field.current?.focus()
    // The next scan replaces a code that is refused.
    field.current?.select()
  }, [problem])
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const code = field.current?.value ?? ''
        if (busy || code.trim() === '') return field.current?.focus()
        // Refused again for the same reason, it has to be selected, too.
        if (problem) field.current?.select()
        return onCode(code)
      }}
    >
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <div className={css.codeRow}>
        <input
          ref={field}
          id={id}
          className={css.input}
          maxLength={100}
          inputMode="text"
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-error` : undefined}
        />
        <button type="submit" className={css.primary} aria-busy={busy || undefined}>
          {button}
        </button>
      </div>
      <Problem id={`${id}-error`} text={problem} />
    </form>
  )
}

import { Search, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { useKeys } from '#web/ui/keyboard/keyboard-shortcuts.ts'
import fieldCss from '../forms/field.module.css'
import { classes } from '../layout/classes.ts'
import css from './filter-box.module.css'
import { Hidden } from '../layout/hidden.tsx'
import { Spinner } from '../controls/spinner.tsx'

/** Both from portal.md §9, in milliseconds. */
const debounce = 300
const indicatorDelay = 300

/** Returns true once `on` has been true for `delay` milliseconds: fast results need no indicator. */
function useDelayed(on: boolean, delay: number): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!on) return undefined
    const timer = setTimeout(() => setLate(true), delay)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [on, delay])
  return late
}

type FilterBoxProps = {
  label: string
  /** The applied filter; the typed text may be ahead of it. */
  value: string
  onChange: (value: string) => void
  loading: boolean
  /** Called on Arrow down, or Escape in an empty box: moves to the list. */
  onLeave: () => void
  /** Called on Enter, with the filter. */
  onEnter?: (value: string) => void
}

/**
 * Filter input: debounced by 300 ms, immediate on Enter and on clearing. '/' focuses it from anywhere on the page;
 * Escape clears it, and leaves it when empty.
 */
export function FilterBox({ label, value, onChange, loading, onLeave, onEnter }: FilterBoxProps) {
  const id = useId()
  const [text, setText] = useState(value)
  const [sent, setSent] = useState(value)
  const [known, setKnown] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<HTMLInputElement>(null)
  const late = useDelayed(loading, indicatorDelay)

  // The filter changed from outside (the Back button): show it. A change by this component must not overwrite further
  // typing.
  if (value !== known) {
    setKnown(value)
    if (value !== sent) setText(value)
    setSent(value)
  }

  useEffect(() => () => clearTimeout(timer.current), [])

  const send = (next: string) => {
    clearTimeout(timer.current)
    const filter = next.trim()
    if (filter === value) return
    setSent(filter)
    onChange(filter)
  }

  // `onChange` may have changed during the debounce: the user may have selected a person.
  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })

  const type = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latest.current(next), debounce)
  }

  const clear = () => {
    setText('')
    send('')
    input.current?.focus()
  }

  useKeys({
    '/': () => {
      // Do not focus the input of a hidden list.
      if (!input.current?.getClientRects().length) return false
      return input.current.select()
    },
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      send(text)
      onEnter?.(text.trim())
    } else if (event.key === 'Escape' || event.key === 'ArrowDown') {
      event.preventDefault()
      if (event.key === 'Escape' && text !== '') clear()
      else onLeave()
    }
  }

  return (
    <div className={css.box} role="search">
      <label htmlFor={id}>
        <Hidden>{label}</Hidden>
      </label>
      <span className={css.sign}>
        {late ? <Spinner label="Αναζήτηση…" /> : <Search size={19} aria-hidden="true" />}
      </span>
      <input
        ref={input}
        id={id}
        type="search"
        className={classes(fieldCss.input, css.input)}
        placeholder={label}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        aria-keyshortcuts="/"
      />
      {text !== '' && (
        <button type="button" className={fieldCss.button} aria-label="Καθαρισμός αναζήτησης" onClick={clear}>
          <X size={19} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}

import { type RefObject, useRef, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import css from './brand-page.module.css'
import { text } from './text.ts'
import { type BrandField, countLinks, linkRows, type Values, withoutLink } from './values.ts'

type LinkFieldsProps = {
  values: Values
  field: (name: BrandField) => Omit<Parameters<typeof TextField>[0], 'ref'>
  isFixed: boolean
  replace: (next: (values: Values) => Values) => void
}

const focusLast = (list: RefObject<HTMLDivElement | null>, selector: string) =>
  // After the rows are drawn.
  setTimeout(() => [...(list.current?.querySelectorAll<HTMLElement>(selector) ?? [])].at(-1)?.focus())

/** Links of the footer: words and address. */
export function LinkFields({ values, field, isFixed, replace }: LinkFieldsProps) {
  const [added, setAdded] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const shown = Math.min(linkRows.length, Math.max(countLinks(values), added))
  return (
    <div ref={list} className="stack gap-4">
      {linkRows.slice(0, shown).map((row) => (
        <div key={row} className={css.link}>
          <TextField {...field(`links.${row}.label`)} autoComplete="off" readOnly={isFixed} data-words />
          <TextField {...field(`links.${row}.url`)} autoComplete="off" inputMode="url" readOnly={isFixed} />
          {!isFixed && (
            <Button
              tone="ghost"
              onClick={() => {
                setAdded(shown - 1)
                replace((values) => withoutLink(values, row))
                focusLast(list, 'button')
              }}
            >
              {text.removeLink(row)}
            </Button>
          )}
        </div>
      ))}
      {!isFixed &&
        (shown < linkRows.length ? (
          <div>
            <Button
              tone="ghost"
              onClick={() => {
                setAdded(shown + 1)
                focusLast(list, '[data-words]')
              }}
            >
              {text.addLink}
            </Button>
          </div>
        ) : (
          <p className="note">{text.linksFull}</p>
        ))}
    </div>
  )
}

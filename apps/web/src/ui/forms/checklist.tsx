import { Check, CircleSmall, X } from 'lucide-react'
import { classes } from '../layout/classes.ts'
import css from './checklist.module.css'
import { Hidden } from '../layout/hidden.tsx'
import { inLanguage } from '#web/lib/language.ts'

/** 'open': not yet known. */
export type CheckState = 'open' | 'met' | 'broken'
export type CheckItem = { label: string; state: CheckState }

const icons = { open: CircleSmall, met: Check, broken: X }
const words = inLanguage({
  el: { open: '', met: ' (ο κανόνας τηρείται)', broken: ' (ο κανόνας δεν τηρείται ακόμη)' },
  en: { open: '', met: ' (done)', broken: ' (not yet)' },
})

/** List of requirements, each with an icon and, for screen readers, a word for its state. */
export const Checklist = ({ items }: { items: CheckItem[] }) => (
  <ul className="stack gap-1">
    {items.map(({ label, state }) => {
      const Icon = icons[state]
      return (
        <li key={label} className={classes(css.item, css[state])}>
          <Icon size={17} aria-hidden="true" />
          <span>
            {label}
            <Hidden>{words[state]}</Hidden>
          </span>
        </li>
      )
    })}
  </ul>
)

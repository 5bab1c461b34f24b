import type { ReactNode } from 'react'
import css from './facts.module.css'

type FactsProps = {
  /** Terms and values, perhaps Greek ones on an English page; those without a value are left out. */
  rows: readonly (readonly [term: string, value: ReactNode, lang?: 'el'])[]
  /** Whether terms are above their values, as many beside each other as fit; otherwise in two columns. */
  grid?: boolean
}

/** Terms and their values: a fact on a line, or in a grid. */
export const Facts = ({ rows, grid }: FactsProps) => (
  <dl className={grid ? css.grid : css.facts}>
    {rows.map(
      ([term, value, lang]) =>
        Boolean(value) && (
          <div key={term}>
            <dt>{term}</dt>
            <dd lang={lang}>{value}</dd>
          </div>
        ),
    )}
  </dl>
)

import type { ReactNode } from 'react'
import { Check, type LucideIcon } from 'lucide-react'
import { Heading } from '../parts/heading.tsx'
import css from './answer.module.css'

export type AnswerTone = 'good' | 'done' | 'bad' | 'late'

type AnswerProps = {
  tone: AnswerTone
  icon?: LucideIcon
  /** The answer in a word or two. */
  word: string
  title?: string | undefined
  lines: readonly (string | undefined)[]
  children: ReactNode
}

/** An answer that fills the screen: colour, sign and word, readable at arm's length. */
export function Answer({ tone, icon: Icon = Check, word, title, lines, children }: AnswerProps) {
  return (
    <section className={`${css.answer} ${css[tone]}`}>
      <div className={css.sign}>
        <Icon size={54} strokeWidth={3} aria-hidden="true" />
      </div>
      <Heading>{word}</Heading>
      {title && <p className={css.title}>{title}</p>}
      {lines.map((line) => line && <p key={line}>{line}</p>)}
      <div className={css.actions}>{children}</div>
    </section>
  )
}

export const answerButtons = { main: css.main, other: css.other }

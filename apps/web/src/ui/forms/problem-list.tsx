import type { ReactNode } from 'react'
import { Notice } from '../feedback/notice.tsx'
import css from './problem-list.module.css'

type ProblemListProps = { problems: { field?: string; text: string }[]; id?: string }

/** Errors of a form, for the box above it; errors of a field link to it. */
export const ProblemList = ({ problems, id }: ProblemListProps) =>
  problems.length > 0 && (
    <ul className={css.list} id={id}>
      {problems.map(({ field, text }) => (
        <li key={`${field}-${text}`}>
          {field === undefined ? (
            text
          ) : (
            <button
              type="button"
              className={css.link}
              onClick={({ currentTarget }) => {
                const control = currentTarget.closest('form')?.elements.namedItem(field)
                if (control instanceof HTMLElement) control.focus()
              }}
            >
              {text}
            </button>
          )}
        </li>
      ))}
    </ul>
  )

type FormProblemsProps = {
  /** Result of `useForm`; `others` are all of its problems where those of fields are listed besides at the fields. */
  of: { rejected: boolean; others: ProblemListProps['problems'] }
  title: string
  children?: ReactNode
}

/** Box above a form with the problems that the server found, if there are any. */
export const FormProblems = ({ of: { rejected, others }, title, children }: FormProblemsProps) =>
  rejected &&
  others.length > 0 && (
    <Notice tone="error" title={title}>
      <ProblemList problems={others} />
      {children}
    </Notice>
  )

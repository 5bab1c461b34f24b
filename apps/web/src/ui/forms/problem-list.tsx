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

type RejectionProps = {
  title: string
  /** Whether the server has found the problems, and these: from `useForm`. */
  rejected: boolean
  problems: ProblemListProps['problems']
  /** Whether those of fields are listed, too, besides at the fields. */
  whole?: boolean
}

/** Box above a form with the errors of the server, if there are any. */
export function Rejection({ title, rejected, problems, whole = false }: RejectionProps) {
  const listed = whole ? problems : problems.filter(({ field }) => field === undefined)
  if (!rejected || listed.length === 0) return null
  return (
    <Notice tone="error" title={title}>
      <ProblemList problems={listed} />
    </Notice>
  )
}

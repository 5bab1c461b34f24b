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

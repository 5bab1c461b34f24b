import { Link } from 'react-router'
import type { Problem } from '#web/shared/forms/form.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import css from './sign-up-problems.module.css'
import type { SignUpFields } from './text.ts'
import { text } from './text.ts'

type SignUpProblemsProps = { problems: Problem<SignUpFields>[]; search: string }

/** Box above the form with all errors of the server (portal.md §8). */
export function SignUpProblems({ problems, search }: SignUpProblemsProps) {
  const onlyPassword = problems.every(({ field }) => field === 'password' || field === 're_password')
  const emailTaken = problems.some(({ code }) => code === 'email_taken' || code === 'username_taken')
  return (
    <Notice tone="error" title={onlyPassword ? text.passwordRejected : text.failed}>
      <ul className={css.list}>
        {problems.map((problem) => (
          <li key={`${problem.field}-${problem.text}`}>{problem.text}</li>
        ))}
      </ul>
      {emailTaken && <Link to={{ pathname: '/login', search }}>{text.logIn}</Link>}
    </Notice>
  )
}

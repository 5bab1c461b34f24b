import { Link } from 'react-router'
import type { Problem } from '#web/shared/forms/form.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { ProblemList } from '#web/ui/forms/problem-list.tsx'
import type { SignUpFields } from './text.ts'
import { text } from './text.ts'

type SignUpProblemsProps = {
  problems: Problem<SignUpFields>[]
  /** Id of the list of the password's errors, which the field refers to. */
  rejectionsAt: string
  search: string
  email: string
}

/** Box above the form with all errors of the server (portal.md §8). */
export function SignUpProblems({ problems, rejectionsAt, search, email }: SignUpProblemsProps) {
  const onlyPassword = problems.every(({ field }) => field === 'password' || field === 're_password')
  const ofPassword = problems.filter(({ field }) => field === 'password')
  const others = problems.filter(({ field }) => field !== 'password')
  const emailTaken = problems.some(({ code }) => code === 'email_taken' || code === 'username_taken')
  return (
    <Notice tone="error" title={onlyPassword ? text.passwordRejected : text.failed}>
      <ProblemList problems={others.map(({ text }) => ({ text }))} />
      <ProblemList problems={ofPassword} id={rejectionsAt} />
      {emailTaken && (
        <Link to={{ pathname: '/login', search }} state={{ email }}>
          {text.logIn}
        </Link>
      )}
    </Notice>
  )
}

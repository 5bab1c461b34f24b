import type { ReactNode } from 'react'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { ProblemList } from '#web/ui/forms/problem-list.tsx'

type FormProblemsProps = {
  /** Result of `useForm`. */
  of: { rejected: boolean; others: { text: string }[] }
  title: string
  children?: ReactNode
}

/** Problems that the server found in a form as a whole. */
export const FormProblems = ({ of: { rejected, others }, title, children }: FormProblemsProps) =>
  rejected &&
  others.length > 0 && (
    <Notice tone="error" title={title}>
      <ProblemList problems={others} />
      {children}
    </Notice>
  )

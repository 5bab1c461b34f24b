import { FormProblems } from '#web/ui/forms/problem-list.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import type { useEditForm } from './edit-form.tsx'

type EditProblemsProps<Stored, Name extends string> = {
  /** Result of `useEditForm`. */
  of: Pick<ReturnType<typeof useEditForm<Stored, Name>>, 'rejected' | 'others' | 'meanwhile'>
  title: string
  labels: Record<Name, string>
  /** What a person reads of a field. */
  shown: (stored: Stored, name: Name) => string
  texts: {
    changedMeanwhile: string
    /** If nothing of the form was changed. */
    changedOther: string
  }
}

/** Why a form was not saved: what others have changed meanwhile, or other problems. */
export function EditProblems<Stored, Name extends string>(props: EditProblemsProps<Stored, Name>) {
  const { of, title, labels, shown, texts } = props
  const { rejected, meanwhile } = of
  if (!meanwhile) return <FormProblems of={of} title={title} />
  const { names, before, after } = meanwhile
  const lines = names.map(
    (name) => `${labels[name]}: από «${shown(before, name)}» σε «${shown(after, name)}»`,
  )
  return (
    rejected && (
      <Notice tone="error" title={texts.changedMeanwhile}>
        <ul className="breaks">
          {(lines.length > 0 ? lines : [texts.changedOther]).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p>Όσα γράψατε είναι ακόμη εδώ. Ελέγξτε τα και πατήστε ξανά «Αποθήκευση».</p>
      </Notice>
    )
  )
}

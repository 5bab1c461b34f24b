import { CircleAlert } from 'lucide-react'
import css from './parts.module.css'

/** Why what was entered is not accepted; announced when it appears. */
export const Problem = ({ id, text }: { id?: string; text: string | undefined }) => (
  <p className={css.problem} id={id} role="alert">
    {text && (
      <>
        <CircleAlert size={20} aria-hidden="true" /> {text}
      </>
    )}
  </p>
)

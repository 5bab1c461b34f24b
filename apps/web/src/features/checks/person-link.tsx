import { Link } from 'react-router'
import css from './checks-page.module.css'
import { text } from './text.ts'

/** A link to a participant's page. */
export const PersonLink = ({ id, full_name }: { id: number; full_name: string }) => (
  <Link className={css.link} to={`/admin/users/${id}`}>
    {full_name || text.nameless}
  </Link>
)

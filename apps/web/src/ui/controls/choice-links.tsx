import { Link, type To } from 'react-router'
import css from './choice-links.module.css'

type ChoiceLinksProps = { label: string; choices: { to: To; label: string; isCurrent: boolean }[] }

/** Links that choose what a list shows, such as open or all items. */
export const ChoiceLinks = ({ label, choices }: ChoiceLinksProps) => (
  <nav className="no-print flex wraps gap-2" aria-label={label}>
    {choices.map(({ to, label, isCurrent }) => (
      <Link key={label} className={css.choice} to={to} aria-current={isCurrent ? 'page' : undefined}>
        {label}
      </Link>
    ))}
  </nav>
)

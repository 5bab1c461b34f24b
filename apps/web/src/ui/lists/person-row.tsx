import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { To } from 'react-router'
import { Avatar } from './avatar.tsx'
import { Hidden } from '../layout/hidden.tsx'
import css from './person-row.module.css'
import { Skeleton } from '../feedback/skeleton.tsx'

type PersonRowProps = {
  to: To
  current: boolean
  /** Content of the disc. */
  sign: ReactNode
  /** Selects the disc's colour. */
  seed?: number
  title: string
  subtitle: ReactNode
  /** A count with its label. */
  badge?: { text: string; label: string }
  tabIndex?: 0 | -1
}

/** Entry of a list of people: a link, with `aria-current` if it is open. */
export function PersonRow({ to, current, sign, seed, title, subtitle, badge, tabIndex }: PersonRowProps) {
  return (
    <Link className={css.person} to={to} aria-current={current ? 'true' : undefined} tabIndex={tabIndex}>
      <Avatar {...(seed !== undefined && { seed })}>{sign}</Avatar>
      <span className={css.text}>
        <span className={css.title} title={title}>
          {title}
        </span>
        <Hidden>, </Hidden>
        <span className={css.subtitle} title={typeof subtitle === 'string' ? subtitle : undefined}>
          {subtitle}
        </span>
      </span>
      {badge && (
        <span className={css.badge}>
          <Hidden>, </Hidden>
          {badge.text}
          <Hidden> {badge.label}</Hidden>
        </span>
      )}
    </Link>
  )
}

/** Placeholder of a loading entry. */
export const PersonRowSkeleton = () => (
  <div className={css.person}>
    <Skeleton width="2.25rem" height="2.25rem" round />
    <span className={css.text}>
      <Skeleton width="60%" />
      <Skeleton width="80%" height="0.8em" />
    </span>
  </div>
)

import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react'
import type { LinkProps } from 'react-router'
import { Link } from 'react-router'
import css from './button.module.css'
import { classes } from '../layout/classes.ts'
import { Spinner } from './spinner.tsx'

type Looks = { tone?: 'primary' | 'ghost'; wide?: boolean; children: ReactNode }

const looks = (tone: Looks['tone'] = 'primary', wide = false) =>
  classes(css.button, css[tone], wide && css.wide)

type ButtonProps = Looks & { busy?: boolean } & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'>

/** A button. While `busy` it keeps its name and the focus, shows a spinner and sets `aria-busy`. */
export function Button({ tone, wide, busy = false, type = 'button', children, ...rest }: ButtonProps) {
  return (
    <button
      // eslint-disable-next-line react/button-has-type
      type={type}
      className={looks(tone, wide)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

/** A router link styled as a button. */
export function ButtonLink({ tone, wide, children, ...rest }: Looks & Omit<LinkProps, 'className'>) {
  return (
    <Link className={looks(tone, wide)} {...rest}>
      {children}
    </Link>
  )
}

/** A link to another site, or to a page that the router does not have, styled as a button. */
export function ButtonAnchor({
  tone,
  wide,
  children,
  ...rest
}: Looks & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'className'>) {
  return (
    <a className={looks(tone, wide)} {...rest}>
      {children}
    </a>
  )
}

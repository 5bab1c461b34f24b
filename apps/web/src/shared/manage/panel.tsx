import { type ReactNode, type Ref, useId } from 'react'
import css from './manage.module.css'

type PanelProps = {
  title: string
  intro?: ReactNode
  /** Button beside the heading. */
  action?: ReactNode
  place?: Ref<HTMLElement>
  heading?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** A titled part of a screen. Its heading can take the focus. */
export function Panel({ title, intro, action, place, heading, children }: PanelProps) {
  const id = useId()
  return (
    <section ref={place} className={css.panel} aria-labelledby={id}>
      <div className="row wraps between gap-3">
        <div>
          <h2 ref={heading} className="text-xl" id={id} tabIndex={-1}>
            {title}
          </h2>
          {intro && <p className="intro readable">{intro}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}

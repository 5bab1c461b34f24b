import { Droplet, Recycle, Ticket } from 'lucide-react'
import { Outlet } from 'react-router'
import { PartBoundary } from '#web/ui/layout/lazy-part.tsx'
import { text } from '../common/text.ts'
import css from './visitor-layout.module.css'
import { LoadingPlaceholder } from '../common/loading-placeholder.tsx'

const steps = [
  { icon: Droplet, label: text.sideOil },
  { icon: Recycle, label: text.sideReuse },
  { icon: Ticket, label: text.sideCoupon },
]

/** Two-column layout of the visitors' pages: the portal's benefits, and the form. */
export function VisitorLayout() {
  return (
    <div className={css.split}>
      <div className={css.side}>
        <div className={css.sideInside}>
          <p className={css.title}>{text.sideTitle}</p>
          <p className={css.intro}>{text.sideIntro}</p>
          <ul className={css.how}>
            {steps.map(({ icon: Icon, label }) => (
              <li key={label}>
                <span className={css.sign}>
                  <Icon size={21} aria-hidden="true" />
                </span>
                {label}
              </li>
            ))}
          </ul>
        </div>
      </div>
      <div className={css.form}>
        <PartBoundary
          fallback={
            <div className={css.formInside}>
              <LoadingPlaceholder />
            </div>
          }
        >
          <div className={css.formInside}>
            <Outlet />
          </div>
        </PartBoundary>
      </div>
    </div>
  )
}

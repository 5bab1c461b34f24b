import type { ReactNode } from 'react'
import { Lock, type LucideIcon } from 'lucide-react'
import { Heading } from '../parts/heading.tsx'
import work from './work.module.css'

type StoppedProps = { icon?: LucideIcon; title: string; means: readonly string[]; children?: ReactNode }

/** The device cannot be used now: why, and who helps. */
export function Stopped({ icon: Icon = Lock, title, means, children }: StoppedProps) {
  return (
    <div className="narrow stack gap-4">
      <span className={work.stopped} aria-hidden="true">
        <Icon size={34} />
      </span>
      <Heading>{title}</Heading>
      {means.map((one) => (
        <p key={one} className="text-l">
          {one}
        </p>
      ))}
      {children}
    </div>
  )
}

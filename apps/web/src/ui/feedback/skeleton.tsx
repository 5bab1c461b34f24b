import type { ReactNode } from 'react'
import { inLanguage } from '#web/lib/language.ts'
import { Hidden } from '../layout/hidden.tsx'
import css from './skeleton.module.css'

/** Placeholder of a loading text. `width` and `height` in CSS units; `round` for avatars. */
export const Skeleton = ({ width, height, round }: { width: string; height?: string; round?: boolean }) => (
  <span
    className={css.skeleton}
    aria-hidden="true"
    style={{ width, ...(height && { height }), ...(round && { borderRadius: '50%' }) }}
  />
)

const loading = inLanguage({ el: 'Φόρτωση…', en: 'Loading…' })

/**
 * A part of a page while it loads. On the first load (`isFirst`), what follows it in the page is not visible until then
 * (app/base.css), so that nothing moves when the part arrives; when a failed call is repeated, it stays visible.
 */
export const LoadingPart = ({
  className,
  isFirst,
  children,
}: {
  className?: string | undefined
  isFirst: boolean
  children: ReactNode
}) => (
  <div className={className} role="status" data-loading={isFirst ? '' : undefined}>
    <Hidden>{loading}</Hidden>
    {children}
  </div>
)

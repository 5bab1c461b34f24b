import css from './skeleton.module.css'

/** Placeholder of a loading text. `width` and `height` in CSS units; `round` for avatars. */
export const Skeleton = ({ width, height, round }: { width: string; height?: string; round?: boolean }) => (
  <span
    className={css.skeleton}
    aria-hidden="true"
    style={{ width, ...(height && { height }), ...(round && { borderRadius: '50%' }) }}
  />
)

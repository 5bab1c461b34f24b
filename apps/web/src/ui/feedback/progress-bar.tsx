import css from './progress-bar.module.css'

type ProgressBarProps = {
  label: string
  /** From 0 to 100; absent where nobody knows how much there is. */
  percent: number | undefined
  /** The same in words, shown and read. */
  says: string
}

/** How far something has come. */
export const ProgressBar = ({ label, percent, says }: ProgressBarProps) => (
  <div className={css.progress}>
    <div
      className={css.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={says}
    >
      <div
        className={css.bar}
        data-open={percent === undefined}
        style={{ width: percent === undefined ? '100%' : `${percent}%` }}
      />
    </div>
    <span className={css.says} aria-hidden="true">
      {says}
    </span>
  </div>
)

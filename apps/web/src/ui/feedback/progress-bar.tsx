import css from './progress-bar.module.css'

type ProgressBarProps = {
  label: string
  /** 0 to 100; undefined if the total is unknown. */
  percent: number | undefined
  /** The progress as text, shown and announced. */
  valueText: string
}

/** Progress of a long-running action. */
export const ProgressBar = ({ label, percent, valueText }: ProgressBarProps) => (
  <div className="stack gap-1 shrinks">
    <div
      className={css.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={valueText}
    >
      <div
        className={css.bar}
        data-open={percent === undefined}
        style={{ width: percent === undefined ? '100%' : `${percent}%` }}
      />
    </div>
    <span className="note" aria-hidden="true">
      {valueText}
    </span>
  </div>
)

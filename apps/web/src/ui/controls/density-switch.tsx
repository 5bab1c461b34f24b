import { Rows4 } from 'lucide-react'
import { setDensity, useDensity } from '../layout/density.ts'
import css from './density-switch.module.css'

const label = 'Πυκνές γραμμές'

/** Switches between rows of 40 px and of 52 px or more, on this device. */
export function DensitySwitch() {
  const isDense = useDensity() === 'dense'
  return (
    <div className={css.holder}>
      <button
        type="button"
        className={css.switch}
        aria-label={label}
        title={label}
        aria-pressed={isDense}
        onClick={() => setDensity(isDense ? 'roomy' : 'dense')}
      >
        <Rows4 size={20} aria-hidden="true" />
      </button>
    </div>
  )
}

import { PackageSearch } from 'lucide-react'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import css from './missing-delivery.module.css'
import { claimText } from './text.ts'

/** Link to report a delivery that was not credited. With records, it is in their heading. */
export const MissingDelivery = () => (
  <p className={css.missing}>
    <span>{claimText.missing}</span>
    <ButtonLink tone="ghost" to="/claims">
      <PackageSearch size={19} aria-hidden="true" />
      {claimText.report}
    </ButtonLink>
  </p>
)

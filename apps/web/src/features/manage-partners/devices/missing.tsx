import type { DeskUse } from '@portal/contract/desk/desk.ts'
import type { ManagedPartner } from '@portal/contract/manage-partners.ts'
import type { Description } from '@portal/contract/words/descriptions.ts'
import { factsOf } from '@portal/contract/words/descriptions.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ratesOptions } from './api.ts'
import { text } from './text.ts'

const recordedBy: Record<DeskUse, Description[]> = {
  coupons: [],
  reuse: ['item_delivered', 'item_reused'],
  oil: ['oil_collected'],
}

type MissingProps = { partner: ManagedPartner; may: readonly DeskUse[] }

/**
 * What a partner lacks so that its devices may record what they are for, each with the way to mend it; nothing: no element.
 */
export function Missing({ partner, may }: MissingProps) {
  const { data } = useQuery(ratesOptions)
  const needed = may.flatMap((use) => recordedBy[use])
  const kinds = needed.filter((description) => !partner.descriptions.includes(description))
  const rates = needed.filter(
    (description) =>
      data &&
      !data.rates.some(
        (rate) =>
          rate.description === description &&
          rate.valid_from <= data.today &&
          (rate.valid_to === null || rate.valid_to >= data.today),
      ),
  )
  if (kinds.length === 0 && rates.length === 0) return null
  const names = (descriptions: Description[]) =>
    descriptions.map((description) => factsOf[description].name).join(', ')
  return (
    <div className="stack column gap-2">
      <p className="semibold">{text.missing}</p>
      <ul className="stack column gap-2">
        {kinds.length > 0 && (
          <li>
            {text.missingKind(names(kinds))} <Link to={{ search: 'tab=details' }}>{text.mendKind}</Link>
          </li>
        )}
        {rates.length > 0 && (
          <li>
            {text.missingRate(names(rates))}{' '}
            <Link to="/admin/manage/rates?change=rate_added">{text.mendRate}</Link>
          </li>
        )}
      </ul>
    </div>
  )
}

import type { ManagedMunicipality } from '@portal/contract/manage-municipalities.ts'
import { formatNumber, municipalityName } from '#web/lib/format.ts'
import { Button } from '#web/ui/controls/button.tsx'
import css from './municipalities-page.module.css'
import { text } from './text.ts'

type TableProps = {
  municipalities: ManagedMunicipality[]
  onRename: (one: ManagedMunicipality) => void
  onRemove: (one: ManagedMunicipality) => void
}

/** The municipalities: a table, on narrow screens cards. */
// Some browsers drop the table semantics of a table displayed as cards; the roles restore them for screen readers.
export const MunicipalityTable = ({ municipalities, onRename, onRemove }: TableProps) => (
  <div className="scrolls">
    <table className={css.table} role="table" aria-labelledby="municipalities">
      <thead role="rowgroup">
        <tr role="row">
          {[
            text.name,
            text.regionalUnit,
            text.region,
            text.people,
            text.places,
            text.records,
            text.actions,
          ].map((column) => (
            <th key={column} role="columnheader">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {municipalities.map((one) => {
          const name = municipalityName(one.name)
          const facts = [
            [text.regionalUnit, one.regional_unit],
            [text.region, one.region],
            [text.people, formatNumber(one.people)],
            [text.places, formatNumber(one.places)],
            [text.records, formatNumber(one.records)],
          ] as const
          return (
            <tr key={one.id} role="row">
              <th scope="row" role="rowheader">
                {name}
              </th>
              {facts.map(([label, value]) => (
                <td key={label} role="cell">
                  <span className={css.label}>{label}: </span>
                  {value}
                </td>
              ))}
              <td role="cell">
                <div className={css.actions}>
                  <Button tone="ghost" aria-label={`${text.rename}: ${name}`} onClick={() => onRename(one)}>
                    {text.rename}
                  </Button>
                  <Button tone="ghost" aria-label={`${text.remove}: ${name}`} onClick={() => onRemove(one)}>
                    {text.remove}
                  </Button>
                </div>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  </div>
)

import type { ManagedMunicipality } from '@portal/contract/manage-municipalities.ts'
import { formatNumber, municipalityName } from '#web/lib/format.ts'
import { Table } from '#web/shared/manage/table.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import css from './municipalities-page.module.css'
import { text } from './text.ts'

type TableProps = {
  municipalities: ManagedMunicipality[]
  onRename: (one: ManagedMunicipality) => void
  onRemove: (one: ManagedMunicipality) => void
}

export const MunicipalityTable = ({ municipalities, onRename, onRemove }: TableProps) => (
  <Table
    title={text.listHeading}
    columns={[
      { name: text.name },
      ...[text.regionalUnit, text.region, text.people, text.places, text.records].map((name) => ({
        name,
        isNamed: true,
      })),
      { name: text.actions },
    ]}
    rows={municipalities.map((one) => {
      const name = municipalityName(one.name)
      return {
        key: one.id,
        cells: [
          name,
          one.regional_unit,
          one.region,
          formatNumber(one.people),
          formatNumber(one.places),
          formatNumber(one.records),
          <div key="actions" className={css.actions}>
            <Button tone="ghost" aria-label={`${text.rename}: ${name}`} onClick={() => onRename(one)}>
              {text.rename}
            </Button>
            <Button tone="ghost" aria-label={`${text.remove}: ${name}`} onClick={() => onRemove(one)}>
              {text.remove}
            </Button>
          </div>,
        ],
      }
    })}
  />
)

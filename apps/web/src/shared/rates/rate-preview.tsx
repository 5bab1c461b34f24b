import type { RatePreview as Preview } from '@portal/contract/manage-rates.ts'
import { TriangleAlert } from 'lucide-react'
import { formatNumber, formatSigned, municipalityName } from '#web/lib/format.ts'
import css from './rate-preview.module.css'
import { type RateKind, text } from './rate-text.ts'

type Worth = Preview['totals']

/** What a change of the rates causes: days without a rate, and last month's deliveries with it, by municipality. */
export function RatePreview({ preview, unit }: { preview: Preview; unit: RateKind['unit'] }) {
  const { day, points_per_unit: points, gaps, month, totals, municipalities } = preview
  return (
    <div className="stack column gap-4">
      <p>{points === null ? text.none(day) : text.from(day, points, unit)}</p>
      {gaps.length > 0 && (
        <div className={css.warning}>
          <TriangleAlert size={21} aria-hidden="true" />
          <div className="stack gap-2">
            <p className="semibold">{text.attention}</p>
            {gaps.map((gap) => (
              <p key={JSON.stringify(gap)}>{text.gap(gap, gap.day)}</p>
            ))}
          </div>
        </div>
      )}
      {municipalities.length === 0 ? (
        <p className="muted">{text.nothing(month)}</p>
      ) : (
        // Scrolls on a phone, so it takes the focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="scrolls" tabIndex={0} role="group" aria-label={text.lastMonth(month)}>
          <table className={css.table}>
            <caption className="text-s semibold">{text.lastMonth(month)}</caption>
            <thead>
              <tr>
                {[text.municipality, text.deliveries, text.points, text.pointsWith, text.difference].map(
                  (column) => (
                    <th key={column} scope="col">
                      {column}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {municipalities.map(({ id, name, ...worth }) => (
                <Row
                  key={id ?? 0}
                  name={name === null ? text.noMunicipality : municipalityName(name)}
                  {...worth}
                />
              ))}
            </tbody>
            <tfoot>
              <Row name={text.all} {...totals} />
            </tfoot>
          </table>
        </div>
      )}
    </div>
  )
}

const Row = ({ name, deliveries, points, points_with: pointsWith }: Worth & { name: string }) => (
  <tr>
    <th scope="row">{name}</th>
    <td>{formatNumber(deliveries)}</td>
    <td>{formatNumber(points)}</td>
    <td>{formatNumber(pointsWith)}</td>
    <td>{formatSigned(pointsWith - points)}</td>
  </tr>
)

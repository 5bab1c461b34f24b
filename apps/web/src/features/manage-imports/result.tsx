import { downloadLeftOut } from '#web/api/endpoints.ts'
import type { ImportPreview, ShownImport } from '@portal/contract/manage-imports.ts'
import { reasonOf } from '@portal/contract/words/import-reasons.ts'
import { Download } from 'lucide-react'
import { formatNumber } from '#web/lib/format.ts'
import { Panel } from '#web/shared/manage/panel.tsx'
import { ButtonAnchor } from '#web/ui/controls/button.tsx'
import css from './manage-imports.module.css'
import { text } from './text.ts'

/** How many rows are new, known and left out. */
export function Counts({ one: { counts, state } }: { one: ShownImport }) {
  if (!counts) return null
  const facts = [
    [text.added, counts.added],
    [text.present, counts.present],
    [text.leftOut, counts.left_out],
  ] as const
  return (
    <Panel title={state === 'done' ? text.did : text.wouldDo}>
      <dl className={css.counts}>
        {facts.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      {counts.incomplete > 0 && <p className="note">{text.incomplete(counts.incomplete)}</p>}
    </Panel>
  )
}

/** The rows that are left out, with the reason of each, and all of them as a file. */
export function Problems({ one: { id, counts, problems } }: { one: ShownImport }) {
  const count = counts?.left_out ?? 0
  if (problems.length === 0) return null
  return (
    <Panel title={count > 0 ? text.problems(count) : text.leftOut}>
      <ul className={css.problems}>
        {problems.map((problem, at) => (
          // The list of an import never changes.
          // eslint-disable-next-line react/no-array-index-key
          <li key={at}>
            <b>{text.line(problem.line)}</b>, {reasonOf(problem)}
          </li>
        ))}
      </ul>
      {count > 0 && (
        <>
          {count > problems.length && <p>{text.more}</p>}
          <p>{text.downloadMeans}</p>
          <div>
            <ButtonAnchor tone="ghost" href={downloadLeftOut.path.replace('{id}', String(id))} download>
              <Download size={19} aria-hidden="true" />
              {text.download}
            </ButtonAnchor>
          </div>
        </>
      )}
    </Panel>
  )
}

/** The first rows as they are read. */
export function Preview({ preview: { columns, missing, rows } }: { preview: ImportPreview }) {
  const unknown = columns.filter(({ known }) => !known).map(({ name }) => name || '–')
  return (
    <Panel title={text.preview}>
      {unknown.length > 0 && <p>{text.unknownColumns(unknown.join(', '))}</p>}
      {missing.length > 0 && <p>{text.missingColumns(missing.join(', '))}</p>}
      {rows.length > 0 && (
        // A table that is wider than the page is scrolled, also by keyboard.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="scrolls" role="region" aria-label={text.preview} tabIndex={0}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">{text.lineHead}</th>
                {columns.map(({ name, known }, place) => (
                  // Two columns may have the same name.
                  // eslint-disable-next-line react/no-array-index-key
                  <th key={place} scope="col">
                    {name || '–'}
                    {!known && <span className={css.unknown}>{text.unknown}</span>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ line, cells }) => (
                <tr key={line}>
                  <th scope="row">{formatNumber(line)}</th>
                  {cells.map((cell, place) => (
                    // eslint-disable-next-line react/no-array-index-key
                    <td key={place}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}

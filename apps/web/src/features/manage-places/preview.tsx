import type { PlacesPreview } from '@portal/contract/place-import.ts'
import type { ReactNode } from 'react'
import { kindNames } from '#web/shared/places/kind-names.ts'
import { Panel } from '#web/shared/manage/panel.tsx'
import css from './manage-places.module.css'
import { importText as text, labelOf, rowSentences } from './text.ts'

type PreviewProps = {
  preview: PlacesPreview
  removeOthers: boolean
  /** The button that imports the file; only if it changes something. */
  children: ReactNode
}

const valueOf = (field: string, value: string) =>
  field === 'kind' ? ((kindNames as Record<string, string>)[value] ?? value) : value

/** What an import would add, change and remove, and the rows that it leaves out. */
export function Preview({ preview, removeOthers, children }: PreviewProps) {
  const { added, changed, unchanged, removed, errors } = preview
  const isBlocked = removeOthers && errors.count > 0
  const changes = added.count + changed.count + removed.count > 0
  return (
    <Panel title={text.changes}>
      <Part title={text.added(added.count)} {...added}>
        {({ reference, name }) => `${reference}: ${name}`}
      </Part>
      <Part title={text.changed(changed.count)} {...changed}>
        {({ reference, name, fields }) => (
          <>
            {`${reference}: ${name}`}
            <ul className={css.rows}>
              {fields.map(({ field, from, to }) => (
                <li key={field}>
                  {labelOf(field)}: {text.value(valueOf(field, from), valueOf(field, to))}
                </li>
              ))}
            </ul>
          </>
        )}
      </Part>
      <p className="semibold">{text.unchanged(unchanged)}</p>
      {removeOthers && !isBlocked && (
        <Part title={text.removed(removed.count)} {...removed}>
          {({ reference, name }) => `${reference}: ${name}`}
        </Part>
      )}
      {errors.count > 0 && (
        <Part title={text.errors(errors.count)} count={errors.rows.length} rows={errors.rows}>
          {({ line, field, code, value }) =>
            `${text.line(line)}${field === null ? '' : `, ${labelOf(field)}`}: ${rowSentences[code](value)}`
          }
        </Part>
      )}
      {isBlocked && <p>{text.blocked}</p>}
      {!changes && !isBlocked && <p>{text.nothing}</p>}
      {changes && !isBlocked && <div>{children}</div>}
    </Panel>
  )
}

type PartProps<Row> = {
  title: string
  count: number
  rows: readonly Row[]
  children: (row: Row) => ReactNode
}

function Part<Row>({ title, count, rows, children }: PartProps<Row>) {
  return (
    <div>
      <h3 className="text-m">{title}</h3>
      {rows.length > 0 && (
        <ul className={css.rows}>
          {rows.map((row, at) => (
            // The rows of a preview never change.
            // eslint-disable-next-line react/no-array-index-key
            <li key={at}>{children(row)}</li>
          ))}
          {count > rows.length && <li>{text.more(count - rows.length)}</li>}
        </ul>
      )}
    </div>
  )
}

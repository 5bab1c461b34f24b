import { type ImportKind, importKinds, maxImportBytes } from '@portal/contract/words/import-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { type DragEvent, type FormEvent, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { problemText, ShownError } from '#web/api/common-error-text.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { Loaded } from '#web/shared/manage/loaded.tsx'
import layout from '#web/shared/manage/manage.module.css'
import { ManagePage } from '#web/shared/manage/manage-page.tsx'
import { useOutcome } from '#web/shared/manage/outcome.tsx'
import { Panel } from '#web/shared/manage/panel.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { importsOptions, useImports } from './api.ts'
import css from './manage-imports.module.css'
import { kindHints, kindNames, sentences, stateNames, text } from './text.ts'

/** /admin/manage/imports: a file to import, and the imports of the last days. */
export function ImportsPage() {
  return (
    <ManagePage
      title={text.title}
      intro={text.intro}
      actions={
        <ButtonLink tone="ghost" to="/admin/manage/places/import">
          <MapPin size={19} aria-hidden="true" />
          {text.places}
        </ButtonLink>
      }
    >
      <UploadForm />
      <Recent />
    </ManagePage>
  )
}

function assertUsable(file: File | undefined): asserts file is File {
  if (!file) throw new ShownError(text.chooseFile)
  if (file.size === 0) throw new ShownError(text.empty)
  if (file.size > maxImportBytes) throw new ShownError(text.tooLarge)
}

function UploadForm() {
  const { upload } = useImports()
  const navigate = useNavigate()
  const [kind, setKind] = useState<ImportKind>('participants')
  const [percent, setPercent] = useState<number>()
  const { place, outcome, say } = useOutcome()
  const [isOver, setIsOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const isBusy = percent !== undefined

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    say(undefined)
    try {
      const file = input.current?.files?.[0]
      assertUsable(file)
      setPercent(0)
      const id = await upload(kind, file, setPercent)
      await navigate(`/admin/manage/imports/${id}`)
    } catch (error) {
      say({ tone: 'error', title: text.failed, text: problemText(sentences, error) })
      setPercent(undefined)
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    if (isBusy || !input.current || event.dataTransfer.files.length === 0) return
    input.current.files = event.dataTransfer.files
    say(undefined)
  }
  return (
    <form
      noValidate
      className={layout.panel}
      aria-labelledby="new-import"
      onSubmit={(event) => void send(event)}
    >
      <h2 className="text-xl" id="new-import">
        {text.newImport}
      </h2>
      <Select
        label={text.kind}
        hint={kindHints[kind]}
        value={kind}
        choices={importKinds.map((value) => ({ value, label: kindNames[value] }))}
        onChange={({ target }) => setKind(target.value as ImportKind)}
      />
      <div
        className={css.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <Field label={text.file} hint={text.fileHint}>
          {(wiring) => (
            <input
              {...wiring}
              ref={input}
              type="file"
              accept=".csv,.xlsx,text/csv"
              onChange={() => say(undefined)}
            />
          )}
        </Field>
      </div>
      {outcome && <section ref={place}>{outcome}</section>}
      {isBusy && <ProgressBar label={text.uploading} percent={percent} valueText={text.percent(percent)} />}
      <div>
        <Button type="submit" busy={isBusy}>
          {text.check}
        </Button>
      </div>
    </form>
  )
}

const Recent = () => (
  <Panel title={text.recent}>
    <Loaded query={useQuery(importsOptions)} failed={text.listFailed}>
      {({ results }) =>
        results.length === 0 ? (
          <p className="muted">{text.none}</p>
        ) : (
          <ul className={css.recent}>
            {results.map(({ id, kind, state, created_at, by, own, counts }) => {
              const title = `${kindNames[kind]}, ${formatDateTime(created_at)}`
              const numbers = counts && `${text.added}: ${formatNumber(counts.added)}`
              return (
                <li key={id} className="stack column gap-1">
                  {own ? <Link to={`/admin/manage/imports/${id}`}>{title}</Link> : <span>{title}</span>}
                  <span className="note">
                    {[stateNames[state], numbers, own ? undefined : text.by(by)].filter(Boolean).join(' · ')}
                  </span>
                </li>
              )
            })}
          </ul>
        )
      }
    </Loaded>
  </Panel>
)

import type { PlacesPreview } from '@portal/contract/place-import.ts'
import { maxFileBytes } from '@portal/contract/place-rules.ts'
import { Upload } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/api/call.ts'
import { ShownError } from '#web/api/common-error-text.ts'
import { base64Of } from '#web/shared/forms/base64-of.ts'
import { Choice } from '#web/shared/manage/choice.tsx'
import css from '#web/shared/manage/manage.module.css'
import { ManagePage } from '#web/shared/manage/manage-page.tsx'
import { useOutcome } from '#web/shared/manage/outcome.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { usePlaceChanges } from './api.ts'
import { Preview } from './preview.tsx'
import { importSentences, importText, text } from './text.ts'

function assertUsable(file: File | undefined): asserts file is File {
  if (!file) throw new ShownError(importText.chooseFile)
  if (file.size > maxFileBytes) throw new ShownError(importText.tooLarge)
  if (file.size === 0) throw new ShownError(importSentences.file_empty as string)
}

type Shown = { preview: PlacesPreview; upload: { file: string; remove_others: boolean } }

/** /admin/manage/places/import: shows what a CSV file changes, then imports it. */
export function ImportPage() {
  const { preview, importFile } = usePlaceChanges()
  const [file, setFile] = useState<File>()
  const [removeOthers, setRemoveOthers] = useState(false)
  const [shown, setShown] = useState<Shown>()
  const [asking, setAsking] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { place, busy, outcome, say, attempt } = useOutcome()

  useEffect(() => {
    if (shown) place.current?.querySelector<HTMLElement>('h2')?.focus()
  }, [shown, place])

  // A preview is of the chosen file and option.
  const forget = () => {
    setShown(undefined)
    say(undefined)
  }
  const show = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setShown(undefined)
    void attempt(
      async () => {
        assertUsable(file)
        const bytes = await base64Of(file).catch(() => {
          throw new ShownError(importText.unreadable)
        })
        const upload = { file: bytes, remove_others: removeOthers }
        setShown({ preview: await preview(upload), upload })
        return undefined
      },
      importText.failed,
      importSentences,
    )
  }
  const run = ({ preview, upload }: Shown) => {
    setAsking(false)
    void attempt(
      async () => {
        const done = await importFile({ ...upload, fingerprint: preview.fingerprint }).catch(
          (error: unknown) => {
            // The next look at the changes shows what somebody else has changed.
            if (error instanceof ApiError && error.has('changed_meanwhile')) setShown(undefined)
            throw error
          },
        )
        setShown(undefined)
        setFile(undefined)
        form.current?.reset()
        return { tone: 'success', title: importText.done, text: importText.doneMeans(done) }
      },
      importText.notDone,
      importSentences,
    )
  }
  return (
    <ManagePage
      title={importText.title}
      intro={importText.intro}
      back={{ to: '/admin/manage/places', label: text.title, all: text.all }}
    >
      <form ref={form} noValidate className={css.panel} aria-label={importText.title} onSubmit={show}>
        <Field label={importText.file} hint={importText.fileHint}>
          {(wiring) => (
            <input
              {...wiring}
              type="file"
              accept=".csv,text/csv"
              onChange={({ target }) => {
                setFile(target.files?.[0])
                forget()
              }}
            />
          )}
        </Field>
        <Choice
          checked={removeOthers}
          onChange={(isChosen) => {
            setRemoveOthers(isChosen)
            forget()
          }}
        >
          {importText.removeOthers}
        </Choice>
        <div>
          <Button type="submit" tone={shown ? 'ghost' : 'primary'} busy={busy && !shown}>
            {importText.show}
          </Button>
        </div>
      </form>
      <section ref={place} className="stack column gap-6">
        {outcome}
        {shown && (
          <Preview preview={shown.preview} removeOthers={shown.upload.remove_others}>
            <Button busy={busy} onClick={() => busy || setAsking(true)}>
              <Upload size={19} aria-hidden="true" />
              {importText.apply}
            </Button>
          </Preview>
        )}
      </section>
      {asking && shown && (
        <ConfirmDialog
          title={importText.question}
          cancel={{ label: text.cancel, action: () => setAsking(false) }}
          confirm={{ label: importText.apply, action: () => run(shown) }}
        >
          <p>{importText.added(shown.preview.added.count)}</p>
          <p>{importText.changed(shown.preview.changed.count)}</p>
          {shown.preview.removed.count > 0 && <p>{importText.removing(shown.preview.removed.count)}</p>}
        </ConfirmDialog>
      )}
    </ManagePage>
  )
}

import type { PlacesPreview } from '@portal/contract/place-import.ts'
import { maxFileBytes } from '@portal/contract/place-rules.ts'
import { Upload } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/api/call.ts'
import { problemText, ShownError } from '#web/api/common-error-text.ts'
import { ManagePage } from '#web/shared/manage/manage-page.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { usePlaceChanges } from './api.ts'
import css from './manage-places.module.css'
import { Preview } from './preview.tsx'
import { importSentences, importText, text } from './text.ts'

const list = '/admin/manage/places'

/** The bytes of a file in base64. @throws ShownError */
async function base64Of(file: File | undefined): Promise<string> {
  if (!file) throw new ShownError(importText.chooseFile)
  if (file.size > maxFileBytes) throw new ShownError(importText.tooLarge)
  if (file.size === 0) throw new ShownError(importSentences.file_empty as string)
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    // The file was changed or removed since it was chosen.
    reader.addEventListener('error', () => reject(new ShownError(importText.unreadable)))
    reader.readAsDataURL(file)
  })
  return address.slice(address.indexOf(',') + 1)
}

type Shown = { preview: PlacesPreview; upload: { file: string; remove_others: boolean } }
type Outcome = { tone: 'success' | 'error'; title: string; text: string }

/** /admin/manage/places/import: shows what a CSV file changes, then imports it. */
export function ImportPage() {
  const { preview, importFile } = usePlaceChanges()
  const [file, setFile] = useState<File>()
  const [removeOthers, setRemoveOthers] = useState(false)
  const [shown, setShown] = useState<Shown>()
  const [outcome, setOutcome] = useState<Outcome>()
  const [busy, setBusy] = useState<'preview' | 'import'>()
  const [asking, setAsking] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const result = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (outcome) result.current?.querySelector<HTMLElement>('[data-success], [data-problem]')?.focus()
    else if (shown) result.current?.querySelector<HTMLElement>('h2')?.focus()
  }, [outcome, shown])

  // A preview is of the chosen file and option.
  const forget = () => {
    setShown(undefined)
    setOutcome(undefined)
  }
  const show = async (event?: FormEvent) => {
    event?.preventDefault()
    if (busy) return
    forget()
    setBusy('preview')
    try {
      const upload = { file: await base64Of(file), remove_others: removeOthers }
      setShown({ preview: await preview(upload), upload })
    } catch (error) {
      setOutcome({ tone: 'error', title: importText.failed, text: problemText(importSentences, error) })
    } finally {
      setBusy(undefined)
    }
  }
  const run = async ({ preview, upload }: Shown) => {
    setAsking(false)
    setBusy('import')
    try {
      const done = await importFile({ ...upload, fingerprint: preview.fingerprint })
      setShown(undefined)
      setFile(undefined)
      form.current?.reset()
      setOutcome({ tone: 'success', title: importText.done, text: importText.doneMeans(done) })
    } catch (error) {
      // The next look at the changes shows what somebody else has changed.
      if (error instanceof ApiError && error.has('changed_meanwhile')) setShown(undefined)
      setOutcome({ tone: 'error', title: importText.notDone, text: problemText(importSentences, error) })
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <ManagePage
      title={importText.title}
      intro={importText.intro}
      back={{ to: list, label: text.title }}
      actions={
        <div className="no-phone">
          <ButtonLink tone="ghost" to={list}>
            {text.all}
          </ButtonLink>
        </div>
      }
    >
      <form
        ref={form}
        noValidate
        className={css.panel}
        aria-label={importText.title}
        onSubmit={(event) => void show(event)}
      >
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
        <label className={css.choice}>
          <input
            type="checkbox"
            checked={removeOthers}
            onChange={({ target }) => {
              setRemoveOthers(target.checked)
              forget()
            }}
          />
          {importText.removeOthers}
        </label>
        <div>
          <Button type="submit" tone={shown ? 'ghost' : 'primary'} busy={busy === 'preview'}>
            {importText.show}
          </Button>
        </div>
      </form>
      <div ref={result} className="stack column gap-6">
        {outcome && (
          <Notice tone={outcome.tone} title={outcome.title}>
            <p>{outcome.text}</p>
          </Notice>
        )}
        {shown && (
          <Preview preview={shown.preview} removeOthers={shown.upload.remove_others}>
            <Button busy={busy === 'import'} onClick={() => busy || setAsking(true)}>
              <Upload size={19} aria-hidden="true" />
              {importText.apply}
            </Button>
          </Preview>
        )}
      </div>
      {asking && shown && (
        <ConfirmDialog
          title={importText.question}
          cancel={{ label: text.cancel, action: () => setAsking(false) }}
          confirm={{ label: importText.apply, action: () => void run(shown) }}
        >
          <p>{importText.added(shown.preview.added.count)}</p>
          <p>{importText.changed(shown.preview.changed.count)}</p>
          {shown.preview.removed.count > 0 && <p>{importText.removing(shown.preview.removed.count)}</p>}
        </ConfirmDialog>
      )}
    </ManagePage>
  )
}

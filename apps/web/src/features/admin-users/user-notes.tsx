import type { addCallNote, CallNote } from '@portal/contract/phone-calls.ts'
import * as endpoints from '#web/api/endpoints.ts'
import { can } from '@portal/contract/security/permissions.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { problemText, type SentencesOf } from '#web/api/common-error-text.ts'
import { meOptions } from '#web/api/session.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { keepDraft, readDraft } from '#web/shared/forms/drafts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { useKeys } from '#web/ui/keyboard/keyboard-shortcuts.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { addNote, deleteNote, overviewOptions } from './api.ts'
import { noteSentences, text } from './text.ts'
import css from './user-sections.module.css'

const errorText = (sentences: Partial<SentencesOf<typeof addCallNote>>, error: unknown) =>
  problemText(sentences, error, text.note)

/** Notes of calls, newest first, and a field for another one. Managers may delete them. */
export function UserNotes({ id, notes }: { id: number; notes: CallNote[] }) {
  const client = useQueryClient()
  const reload = () => client.invalidateQueries({ queryKey: overviewOptions(id).queryKey })
  const { role, email = '' } = useQuery(meOptions).data ?? {}
  // Kept while the clerk looks up other users.
  const draft = `note ${id} ${email}`
  const [value, setValue] = useState(() => readDraft(draft)?.['text'] ?? '')
  const write = (text: string) => {
    setValue(text)
    keepDraft(draft, { text })
  }
  const [isBlank, setBlank] = useState(false)
  const [asking, setAsking] = useState<CallNote>()
  const heading = useRef<HTMLHeadingElement>(null)
  const form = useRef<HTMLFormElement>(null)
  useKeys({ s: () => form.current?.querySelector('input')?.focus() })
  const add = useMutation({
    mutationFn: (sent: string) => addNote(id, sent),
    onSuccess: async (_note, sent) => {
      // Not what was typed meanwhile.
      if (readDraft(draft)?.['text'] === sent) {
        write('')
        // Out of the field, so that the next shortcut ('/': search) is not typed into it.
        heading.current?.focus()
      }
      await reload()
    },
  })
  const remove = useMutation({
    mutationFn: deleteNote,
    onSuccess: async () => {
      await reload()
      // The pressed button is gone.
      heading.current?.focus()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setBlank(value.trim() === '')
    if (value.trim() !== '' && !add.isPending) add.mutate(value)
  }
  const error = isBlank ? text.noteBlank : add.error ? errorText(noteSentences, add.error) : undefined
  return (
    <section aria-labelledby="notes">
      <h3 className={css.heading} id="notes" ref={heading} tabIndex={-1}>
        {text.notes}
      </h3>
      <form ref={form} className={css.note} onSubmit={submit} noValidate>
        <TextField
          label={text.note}
          hint={text.noteHint}
          error={error}
          maxLength={500}
          autoComplete="off"
          aria-keyshortcuts="s"
          value={value}
          onChange={({ target }) => {
            write(target.value)
            setBlank(false)
            if (add.isSuccess) add.reset()
          }}
        />
        <Button type="submit" tone="ghost" busy={add.isPending}>
          {text.saveNote}
        </Button>
        <p className={css.said} role="status">
          {add.isSuccess && text.noteSaved}
          {remove.isError && errorText({}, remove.error)}
        </p>
      </form>
      {notes.length > 0 && (
        <ol className={css.notes} aria-labelledby="notes">
          {notes.map((note) => (
            <li key={note.id} className={css.record}>
              <span className="shrinks grows">
                <span id={`note-${note.id}`}>{note.text}</span>
                <span className="muted block">
                  <time dateTime={note.at}>{formatDateTime(note.at)}</time> · {note.author}
                </span>
              </span>
              {can(role, endpoints.deleteCallNote.access) && (
                <Button tone="ghost" aria-describedby={`note-${note.id}`} onClick={() => setAsking(note)}>
                  {text.deleteNote}
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
      {asking && (
        <ConfirmDialog
          title={text.deleteNoteQuestion}
          cancel={{ label: text.cancel, action: () => setAsking(undefined) }}
          confirm={{
            label: text.deleteNote,
            action: () => {
              remove.mutate(asking.id)
              setAsking(undefined)
            },
          }}
        >
          <p>{asking.text}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

import type { ManagedText, TextPlace } from '@portal/contract/manage-texts.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#web/api/call.ts'
import { problemText, ShownError } from '#web/api/common-error-text.ts'
import { meOptions } from '#web/api/session.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { DayField } from '#web/shared/forms/day-field.tsx'
import { FormProblems } from '#web/ui/forms/problem-list.tsx'
import { useForm } from '#web/shared/forms/form.ts'
import { useDraft, useKeptDraft } from '#web/shared/forms/kept-draft.ts'
import { useUnsavedChanges } from '#web/shared/forms/unsaved-changes.tsx'
import layout from '#web/shared/manage/manage.module.css'
import { useOutcome } from '#web/shared/manage/outcome.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { useTextChanges } from './api.ts'
import css from './manage-texts.module.css'
import { MarkdownField } from './markdown-field.tsx'
import { draftSentences, publishSentences, text } from './text.ts'

type Field = 'text' | 'valid_from'
const labels = { text: text.markdown, valid_from: text.validFrom }

/** The text of a page in Markdown, with its preview: saved as a draft, or published from a day on. */
export function Editor({ place, loaded }: { place: TextPlace; loaded: ManagedText }) {
  const { data: profile } = useQuery(meOptions)
  const email = profile?.email ?? ''
  const draftName = `text ${place.page} ${place.language}`
  const { saveDraft, discardDraft, publish, latest } = useTextChanges()
  /** What the operator has seen. A withdrawal below the editor is the operator's own. */
  const [seen, setSeen] = useState({ version: loaded.version, text: loaded.draft?.text ?? loaded.current })
  const [known, setKnown] = useState(loaded)
  const [discarding, setDiscarding] = useState(false)
  const { place: result, busy, outcome, say, attempt } = useOutcome()
  if (known !== loaded) {
    setKnown(loaded)
    setSeen((seen) => ({ ...seen, version: loaded.version }))
  }

  const take = (now: ManagedText) => setSeen({ version: now.version, text: now.draft?.text ?? now.current })
  const kept = useDraft(draftName, email)
  const form = useForm<Field>({
    initial: { text: seen.text, valid_from: loaded.today, ...kept },
    labels,
    check: () => [],
    sentences: publishSentences,
    sentencesOnly: true,
    submit: async (values) => {
      say(undefined)
      const body = { ...values, version: seen.version }
      const now = await publish(place, body).catch(showLatest)
      setSeen({ version: now.version, text: values.text })
      say({
        tone: 'success',
        title: text.published(values.valid_from, values.valid_from === now.today),
      })
    },
  })

  /** The list below the editor then has what others did; what was typed here stays. */
  const showLatest = async (error: unknown): Promise<never> => {
    if (error instanceof ApiError && error.has('changed_meanwhile')) {
      const now = await latest(place)
      const meanwhile =
        now.draft && now.draft.text !== seen.text
          ? text.meanwhileDraft(text.by(now.draft.saved_by))
          : text.meanwhileText
      throw new ShownError(`${problemText(draftSentences, error)} ${meanwhile}`)
    }
    throw error
  }

  const { field, values, set, pending } = form
  const begin = (work: () => Promise<string>) => {
    if (busy || pending) return
    void attempt(work, text.failedChange, draftSentences)
  }
  const saveNow = () =>
    begin(async () => {
      const body = { version: seen.version, text: values.text }
      take(await saveDraft(place, body).catch(showLatest))
      return text.draftSaved
    })
  const discardNow = () => {
    setDiscarding(false)
    begin(async () => {
      const now = await discardDraft(place, seen.version).catch(showLatest)
      take(now)
      set('text', now.current)
      return text.draftDiscarded
    })
  }
  const restore = () => {
    form.replace((values) => ({ ...values, text: loaded.shipped }))
    say({ tone: 'success', title: text.restored })
  }

  const changed = values.text !== seen.text
  useKeptDraft(draftName, email, values, changed)
  const unsaved = useUnsavedChanges(changed && !pending && !busy)
  return (
    <form {...form.form} className={layout.panel} aria-label={text.markdown}>
      <section ref={result} className={css.result}>
        {loaded.draft && (
          <p className="note">
            {text.draftSince(formatDateTime(loaded.draft.saved_at), text.by(loaded.draft.saved_by))}
          </p>
        )}
        {outcome}
        <FormProblems of={form} title={text.notPublished} />
      </section>
      <MarkdownField
        place={place}
        value={values.text}
        error={field('text').error}
        readOnly={loaded.in_files}
        onChange={(value) => set('text', value)}
      />
      {!loaded.in_files && (
        <>
          <div className={layout.fields}>
            <DayField
              label={labels.valid_from}
              name="valid_from"
              required
              minDate={loaded.today}
              hint={text.validFromHint}
              value={values.valid_from}
              error={field('valid_from').error}
              onChange={(day) => set('valid_from', day)}
            />
          </div>
          <div className="actions">
            <Button type="submit" busy={pending}>
              {text.publish}
            </Button>
            <Button tone="ghost" busy={busy} onClick={saveNow}>
              {text.saveDraft}
            </Button>
            {loaded.draft && (
              <Button tone="ghost" onClick={() => setDiscarding(true)}>
                {text.discardDraft}
              </Button>
            )}
            {loaded.shipped !== '' && values.text !== loaded.shipped && (
              <Button tone="ghost" onClick={restore}>
                {text.restore}
              </Button>
            )}
          </div>
        </>
      )}
      {discarding && (
        <ConfirmDialog
          title={text.discardQuestion}
          cancel={{ label: text.cancel, action: () => setDiscarding(false) }}
          confirm={{ label: text.discardDraft, action: discardNow }}
        >
          <p>{text.discardMeans}</p>
        </ConfirmDialog>
      )}
      {unsaved}
    </form>
  )
}

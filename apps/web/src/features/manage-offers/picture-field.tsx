import type { ManagedOffer } from '@portal/contract/manage-offers.ts'
import { useId, useRef, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { useOfferChanges } from './api.ts'
import css from './manage-offers.module.css'
import { shrinkPicture } from './shrink-picture.ts'
import { pictureSentences, text } from './text.ts'
import { useAction } from './use-action.ts'

/** Chooses a photo, shows it as it will be sent, and stores it. */
export function PictureField({ offer }: { offer: ManagedOffer }) {
  const { setPicture, removePicture } = useOfferChanges()
  const { place, busy, outcome, setOutcome, run } = useAction(offer)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  /** In base64. */
  const [chosen, setChosen] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const { picture, title } = offer

  const choose = async (file: File | undefined) => {
    if (!file) return
    setOutcome(undefined)
    const found = await shrinkPicture(file)
    setChosen('picture' in found ? found.picture : undefined)
    setProblem('problem' in found ? text.pictureProblems[found.problem] : undefined)
  }
  const clear = () => {
    setChosen(undefined)
    setProblem(undefined)
    if (input.current) input.current.value = ''
  }
  const texts = { failed: text.pictureNotSaved, sentences: pictureSentences }
  const save = async (bytes: string) => {
    if (await run(() => setPicture(offer, bytes), { ...texts, done: text.pictureSaved })) clear()
  }
  const shown = chosen === undefined ? picture : `data:image/jpeg;base64,${chosen}`
  return (
    <section ref={place} className={css.panel} aria-labelledby={id}>
      <h2 className="text-xl" id={id}>
        {text.picture}
      </h2>
      {outcome && (
        <Notice tone={outcome.tone} title={outcome.title}>
          {outcome.means !== undefined && <p>{outcome.means}</p>}
        </Notice>
      )}
      {shown !== null && <img className={css.picture} src={shown} alt={text.pictureOf(title)} />}
      <p className="note" role="status">
        {chosen !== undefined ? text.picturePreview : picture === null ? text.noPicture : ''}
      </p>
      <Field label={text.pictureFile} hint={text.pictureMeans} error={problem} optional>
        {(wiring) => (
          <input
            {...wiring}
            ref={input}
            type="file"
            accept="image/*"
            onChange={({ target }) => void choose(target.files?.[0])}
          />
        )}
      </Field>
      <div className="actions">
        {chosen !== undefined && (
          <>
            <Button busy={busy} onClick={() => void save(chosen)}>
              {text.savePicture}
            </Button>
            <Button
              tone="ghost"
              onClick={() => {
                clear()
                // The button is gone.
                input.current?.focus()
              }}
            >
              {text.otherPicture}
            </Button>
          </>
        )}
        {chosen === undefined && picture !== null && (
          <Button
            tone="ghost"
            busy={busy}
            onClick={() => void run(() => removePicture(offer), { ...texts, done: text.pictureRemoved })}
          >
            {text.removePicture}
          </Button>
        )}
      </div>
    </section>
  )
}

import type { ManagedOffer } from '@portal/contract/manage-offers.ts'
import { useRef, useState } from 'react'
import { Panel } from '#web/shared/manage/panel.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { useOfferChanges } from './api.ts'
import css from './manage-offers.module.css'
import { shrinkPicture } from './shrink-picture.ts'
import { pictureSentences, text } from './text.ts'
import { useAction } from './use-action.ts'

/** Chooses a photo, shows it as it will be sent, and stores it. */
export function PictureField({ offer }: { offer: ManagedOffer }) {
  const { setPicture, removePicture } = useOfferChanges()
  const { place, busy, outcome, say, run } = useAction(offer)
  const input = useRef<HTMLInputElement>(null)
  /** In base64. */
  const [chosen, setChosen] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const { picture, title } = offer

  const choose = async (file: File | undefined) => {
    if (!file) return
    say(undefined)
    const found = await shrinkPicture(file)
    setChosen('picture' in found ? found.picture : undefined)
    setProblem('problem' in found ? text.pictureProblems[found.problem] : undefined)
  }
  const clear = () => {
    setChosen(undefined)
    setProblem(undefined)
    if (input.current) input.current.value = ''
  }
  const save = async (bytes: string) => {
    const isSaved = await run(
      () => setPicture(offer, bytes),
      text.pictureSaved,
      text.pictureNotSaved,
      pictureSentences,
    )
    if (isSaved) clear()
  }
  const remove = () =>
    run(() => removePicture(offer), text.pictureRemoved, text.pictureNotSaved, pictureSentences)
  const shown = chosen === undefined ? picture : `data:image/jpeg;base64,${chosen}`
  return (
    <Panel title={text.picture} place={place}>
      {outcome}
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
          <Button tone="ghost" busy={busy} onClick={() => void remove()}>
            {text.removePicture}
          </Button>
        )}
      </div>
    </Panel>
  )
}

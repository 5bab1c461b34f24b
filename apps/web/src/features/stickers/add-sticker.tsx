import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import { printedStickerCode } from '@portal/contract/sticker-codes.ts'
import { useForm } from '#web/shared/forms/form.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FormProblems } from '#web/ui/forms/problem-list.tsx'
import { useStickerCalls } from './api.ts'
import { CodeField } from './code-field.tsx'
import { creditedLines, type ReportResult } from './action-result.ts'
import css from './stickers.module.css'
import { codeLabels, sentences, text } from './text.ts'

const check = ({ code }: { code: string }): ErrorDetail[] =>
  code.trim() === '' ? [{ code: 'blank', field: 'code' }] : []

type AddStickerProps = {
  /** Code in the link of a QR code; it fills the field. */
  linked: string
  onDone: ReportResult
}

/** Adds a sticker to the account by its printed code; shows the points of deliveries that waited for it. */
export function AddSticker({ linked, onDone }: AddStickerProps) {
  const { bind } = useStickerCalls()
  const { form, field, replace, others, rejected, pending } = useForm<'code'>({
    initial: { code: printedStickerCode(linked) },
    labels: codeLabels,
    check,
    sentences,
    submit: async ({ code }) => {
      const { sticker, credited } = await bind(code)
      replace(() => ({ code: '' }))
      const lines = [text.addedMeans, ...creditedLines(credited)]
      onDone({ title: text.added(sticker.printed), lines, added: true })
    },
  })
  return (
    <form
      {...form}
      onSubmit={(event) => {
        onDone(undefined)
        form.onSubmit(event)
      }}
      className={css.add}
      aria-label={text.addHeading}
    >
      <h2 className="text-xl">{text.addHeading}</h2>
      <FormProblems of={{ rejected, others }} title={text.notAdded} />
      <CodeField {...field('code')} hint={text.hint} />
      <Button type="submit" wide busy={pending}>
        {text.add}
      </Button>
    </form>
  )
}

import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import type { Sticker } from '@portal/contract/stickers.ts'
import { useEffect } from 'react'
import { useForm } from '#web/shared/forms/form.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FormProblems } from '#web/ui/forms/problem-list.tsx'
import { useStickerCalls } from './api.ts'
import { CodeField } from './code-field.tsx'
import { creditedLines, type ReportResult } from './action-result.ts'
import css from './stickers.module.css'
import { newCodeLabels, replaceSentences, text } from './text.ts'

const check = ({ new_code }: { new_code: string }): ErrorDetail[] =>
  new_code.trim() === '' ? [{ code: 'blank', field: 'new_code' }] : []

type ReplaceStickerProps = { sticker: Sticker; onDone: ReportResult; onCancel: () => void }

/** Asks for the code of the new sticker that replaces a lost or unreadable one. */
export function ReplaceSticker({ sticker: { code, printed }, onDone, onCancel }: ReplaceStickerProps) {
  const { replace } = useStickerCalls()
  const { form, field, others, rejected, pending } = useForm<'new_code'>({
    initial: { new_code: '' },
    labels: newCodeLabels,
    check,
    sentences: replaceSentences,
    submit: async ({ new_code }) => {
      const { sticker, credited } = await replace(code, new_code)
      onDone({ title: text.isReplaced(printed, sticker.printed), lines: creditedLines(credited) })
    },
  })
  const { ref } = form
  useEffect(() => {
    ref.current?.querySelector('input')?.focus()
  }, [ref])
  return (
    <form
      {...form}
      onSubmit={(event) => {
        onDone(undefined)
        form.onSubmit(event)
      }}
      className={css.replace}
      aria-label={text.replace}
    >
      <FormProblems of={{ rejected, others }} title={text.notReplaced} />
      <CodeField {...field('new_code')} hint={text.replaceHint} />
      <div className="actions stretch">
        <Button tone="ghost" onClick={onCancel}>
          {text.cancel}
        </Button>
        <Button type="submit" busy={pending}>
          {text.replace}
        </Button>
      </div>
    </form>
  )
}

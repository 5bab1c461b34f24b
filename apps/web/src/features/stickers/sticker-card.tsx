import type { Sticker } from '@portal/contract/stickers.ts'
import { printedStickerCode } from '@portal/contract/sticker-codes.ts'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { formatDateTime } from '#web/lib/format.ts'
import { problemText } from '#web/api/common-error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/layout/classes.ts'
import { AskingButton } from '#web/ui/dialogs/asking-button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { useStickerCalls } from './api.ts'
import { creditedLines, type ReportResult } from './action-result.ts'
import { ReplaceSticker } from './replace-sticker.tsx'
import css from './stickers.module.css'
import { lostSentences, text } from './text.ts'

const problemOf = (error: unknown) => problemText(lostSentences, error)

/** One sticker: its printed code, its status, and its actions. */
export function StickerCard({ sticker, onDone }: { sticker: Sticker; onDone: ReportResult }) {
  const { code, printed, bound_at, lost_at, replaced_by, waiting } = sticker
  const [replacing, setReplacing] = useState(false)
  const replacer = useRef<HTMLDivElement>(null)
  const id = useId()
  const { reportLost, reportFound } = useStickerCalls()
  const lost = useMutation({
    mutationFn: () => reportLost(code),
    onMutate: () => onDone(undefined),
    onSuccess: () => onDone({ title: text.isLost(printed), lines: [text.isLostMeans] }),
  })
  const found = useMutation({
    mutationFn: () => reportFound(code),
    onMutate: () => onDone(undefined),
    onSuccess: ({ credited }) => onDone({ title: text.isFound(printed), lines: creditedLines(credited) }),
  })
  const error = lost.error ?? found.error
  const busy = lost.isPending || found.isPending

  return (
    <li className={css.card} aria-labelledby={id}>
      <p className={css.printed} id={id}>
        {printed}
      </p>
      <p className={classes('row gap-2 semibold accent', lost_at !== null && css.lost)}>
        {lost_at === null ? (
          <CircleCheck size={19} aria-hidden="true" />
        ) : (
          <TriangleAlert size={19} aria-hidden="true" />
        )}
        {lost_at === null ? text.inUse(formatDateTime(bound_at)) : text.lost(formatDateTime(lost_at))}
      </p>
      {lost_at !== null && (
        <p className="muted">
          {replaced_by === null ? text.waits : text.replaced(printedStickerCode(replaced_by))}
        </p>
      )}
      {lost_at !== null && waiting > 0 && <p className="muted">{text.alreadyWaits(waiting)}</p>}
      {error && (
        <Notice tone="error" title={text.notDone}>
          <p>{problemOf(error)}</p>
        </Notice>
      )}
      {replacing ? (
        <ReplaceSticker
          sticker={sticker}
          onDone={(outcome) => {
            if (outcome) setReplacing(false)
            onDone(outcome)
          }}
          onCancel={() => {
            setReplacing(false)
            // The buttons replace the form again.
            requestAnimationFrame(() => replacer.current?.querySelector('button')?.focus())
          }}
        />
      ) : (
        <div className="actions stretch" ref={replacer}>
          {replaced_by === null && (
            <Button tone="ghost" aria-describedby={id} onClick={() => setReplacing(true)}>
              {text.replace}
            </Button>
          )}
          {lost_at === null ? (
            <AskingButton
              label={text.reportLost}
              busy={busy}
              about={id}
              title={text.lostQuestion(printed)}
              cancel={text.cancel}
              confirm={text.lostConfirm}
              onConfirm={lost.mutate}
            >
              <p>{text.lostMeans}</p>
            </AskingButton>
          ) : (
            <Button tone="ghost" aria-describedby={id} busy={busy} onClick={() => !busy && found.mutate()}>
              {text.reportFound}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

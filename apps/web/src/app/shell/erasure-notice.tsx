import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarX } from 'lucide-react'
import { cancelOwnErasure, meOptions } from '#web/api/session.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/controls/button.tsx'
import css from './erasure-notice.module.css'
import { text } from '../common/text.ts'

/** Notice of the account's scheduled erasure, with a button that cancels it. */
export function ErasureNotice() {
  const client = useQueryClient()
  const { data: profile } = useQuery(meOptions)
  const { mutate, isPending, isError, isSuccess, reset } = useMutation({
    mutationFn: () => cancelOwnErasure(client),
  })
  const dueAt = profile?.erasure_at
  const said = isSuccess
    ? text.erasureCancelled
    : isError
      ? text.erasureNotCancelled
      : dueAt && text.erasure(formatDateTime(dueAt))
  return (
    <div role="status">
      {profile && said && (
        <div className={css.notice}>
          <CalendarX size={19} aria-hidden="true" />
          <p>{said}</p>
          {/* One button, so that it keeps the focus when the notice changes. */}
          <Button tone="ghost" busy={isPending} onClick={() => (isSuccess ? reset() : mutate())}>
            {isSuccess ? text.dismiss : text.cancelErasure}
          </Button>
        </div>
      )}
    </div>
  )
}

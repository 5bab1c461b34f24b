import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { dismissSwitch, switchOptions } from '#web/api/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import css from './connection-notice.module.css'
import { text } from '../common/text.ts'

/** Notice that a sign-in in another tab changed this tab's account, and that unsaved input was not sent. */
export function AccountNotice() {
  const client = useQueryClient()
  const { data } = useQuery(switchOptions)
  return (
    <div role="status">
      {data && (
        <div className={css.notice}>
          <UsersRound size={19} aria-hidden="true" />
          <p>
            {data.from === undefined ? text.signedInElsewhere(data.to) : text.switched(data.from, data.to)}
          </p>
          <Button tone="ghost" onClick={() => dismissSwitch(client)}>
            {text.dismiss}
          </Button>
        </div>
      )}
    </div>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Notice } from '#web/ui/feedback/notice.tsx'
import type { Erased } from './api.ts'
import { text } from './text.ts'

/** In the place of an erased person: what is left to do. Forgets what the browser has loaded about the person. */
export function ErasedNotice({ mailed, mentions, unlisted }: Erased) {
  const client = useQueryClient()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    client.removeQueries({ type: 'inactive' })
    void client.invalidateQueries({ queryKey: ['participants'] })
    place.current?.querySelector<HTMLElement>('[data-success]')?.focus()
  }, [client])
  return (
    <div ref={place}>
      <Notice tone="success" title={text.erased}>
        <p>{mailed ? text.mailed : text.notMailed}</p>
        {mentions > 0 && <p>{text.mentions(mentions)}</p>}
        {unlisted > 0 && <p>{text.unlisted(unlisted)}</p>}
      </Notice>
    </div>
  )
}

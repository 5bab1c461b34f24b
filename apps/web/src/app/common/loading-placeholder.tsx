import { useEffect } from 'react'
import { beginWait } from '#web/api/connection.ts'

/** Blank placeholder while code or data loads. After some seconds the slow-connection notice appears. */
export function LoadingPlaceholder() {
  useEffect(() => beginWait(), [])
  return null
}

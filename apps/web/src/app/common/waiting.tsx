import { useEffect } from 'react'
import { beginWait } from '#web/api/connection.ts'

/** The place of what is still on its way: blank, and after some seconds the notice says that it takes long. */
export function Waiting() {
  useEffect(() => beginWait(), [])
  return null
}

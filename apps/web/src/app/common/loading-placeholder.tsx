import { useEffect } from 'react'
import { beginWait } from '#web/api/connection.ts'

/**
 * The frame of a page while its code or data loads, as in index.html. After some seconds the slow-connection notice
 * appears.
 */
export function LoadingPlaceholder() {
  useEffect(() => beginWait(), [])
  return (
    <div className="boot" data-loading="" aria-hidden="true">
      <div className="boot-page">
        <i className="boot-title" />
        <div className="boot-card">
          <i />
          <i />
          <i />
        </div>
      </div>
    </div>
  )
}

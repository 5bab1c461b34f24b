import type { Endpoint } from '@portal/contract/endpoint.ts'
import { Download, RotateCcw, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Hidden } from '#web/ui/layout/hidden.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { ApiError, Unreachable } from '#web/api/call.ts'
import { download, type Progress, save } from './download.ts'
import css from './export-button.module.css'
import { text } from './export-text.ts'
import { textOf } from '#web/api/common-error-text.ts'
import type { InputOf } from '#web/api/route.ts'

type ExportButtonProps<E extends Endpoint> = {
  /** Endpoint and filters of the export. */
  route: E
  input: InputOf<E>
  /** File name. */
  name: string
}

/**
 * Downloads an Excel file and saves it when complete: shows progress, a cancel button, and errors. Leaving the page
 * cancels it; changed filters apply to the next file.
 */
export function ExportButton<E extends Endpoint>({ route, input, name }: ExportButtonProps<E>) {
  const [progress, setProgress] = useState<Progress>()
  const [problem, setProblem] = useState<string>()
  const [announcement, setAnnouncement] = useState('')
  const running = useRef<AbortController>(undefined)
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => () => running.current?.abort(), [])

  const focusButton = () => place.current?.querySelector('button')?.focus()

  const start = async () => {
    if (running.current) return
    const controller = new AbortController()
    running.current = controller
    setProblem(undefined)
    setAnnouncement(text.started)
    setProgress({ bytes: 0, expected: undefined })
    try {
      const file = await download(route, input, setProgress, controller.signal)
      save(file, name)
      setAnnouncement(text.saved(name))
    } catch (error) {
      if (controller.signal.aborted) return
      setAnnouncement('')
      setProblem(sayProblem(error))
    } finally {
      if (!controller.signal.aborted) {
        // The cancel button disappears and may have the focus.
        if (place.current?.contains(document.activeElement)) focusButton()
        running.current = undefined
        setProgress(undefined)
      }
    }
  }

  const cancel = () => {
    running.current?.abort()
    running.current = undefined
    setProgress(undefined)
    setAnnouncement(text.cancelled)
    focusButton()
  }

  return (
    <div className={css.export} ref={place}>
      <Button tone="ghost" busy={progress !== undefined} onClick={() => void start()}>
        {progress === undefined && <Download size={19} aria-hidden="true" />}
        {text.export}
      </Button>
      {progress && (
        <div className={css.running}>
          <ProgressBar label={text.progress} {...progressOf(progress)} />
          <Button tone="ghost" onClick={cancel}>
            <X size={19} aria-hidden="true" />
            {text.cancel}
          </Button>
        </div>
      )}
      {problem !== undefined && (
        <div className={css.failed}>
          <Notice tone="error" title={text.failed}>
            <p>{problem}</p>
            <Button
              tone="ghost"
              onClick={() => {
                focusButton()
                void start()
              }}
            >
              <RotateCcw size={19} aria-hidden="true" />
              {text.again}
            </Button>
          </Notice>
        </div>
      )}
      <span role="status" className={css.announcement}>
        <Hidden>{announcement}</Hidden>
      </span>
    </div>
  )
}

const megabytes = new Intl.NumberFormat('el-GR', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** The total is an estimate: show 100 % only when complete. */
function progressOf({ bytes, expected }: Progress): { percent: number | undefined; valueText: string } {
  if (bytes === 0) return { percent: undefined, valueText: text.preparing }
  if (expected === undefined)
    return { percent: undefined, valueText: text.bytes(megabytes.format(bytes / 1e6)) }
  const percent = Math.min(99, Math.floor((100 * bytes) / expected))
  return { percent, valueText: text.share(percent) }
}

function sayProblem(error: unknown): string {
  if (error instanceof Unreachable) return `${text.brokeOff} ${text.nothingSaved}`
  if (!(error instanceof ApiError)) return text.nothingSaved
  if (error.has('throttled')) return text.busy
  if (error.status === 400) return text.wrongFilter
  const [detail] = error.errors
  return detail && detail.code !== 'unknown' ? textOf({}, detail) : textOf({}, { code: 'unavailable' })
}

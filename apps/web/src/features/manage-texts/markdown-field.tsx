import { maxTextLength } from '@portal/contract/words/text-limits.ts'
import type { TextPlace } from '@portal/contract/manage-texts.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { AreaField } from '#web/shared/forms/area-field.tsx'
import { previewOptions } from './api.ts'
import css from './manage-texts.module.css'
import { PreviewSheet } from './preview-sheet.tsx'
import { text } from './text.ts'

type MarkdownFieldProps = {
  place: TextPlace
  value: string
  error: string | undefined
  readOnly: boolean
  onChange: (value: string) => void
}

/** Milliseconds without typing after which the preview follows. */
const pauseMs = 600

function usePaused(value: string): string {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}

/** Markdown beside what citizens would see; what nothing fills in is said below the field. */
export function MarkdownField({ place, value, error, readOnly, onChange }: MarkdownFieldProps) {
  const { data: preview, isError } = useQuery(previewOptions(place, usePaused(value)))
  return (
    <div className={css.editor}>
      <AreaField
        label={text.markdown}
        error={error}
        hint={
          <>
            <p>{text.markdownHint}</p>
            <p>{text.length(value.length)}</p>
            <div role="status">
              {preview && preview.unknown.length > 0 && (
                <p className="semibold">{text.unknown(preview.unknown)}</p>
              )}
              {preview && preview.gaps.length > 0 && <p>{text.gapsIn(preview.gaps.length)}</p>}
            </div>
          </>
        }
        name="text"
        rows={24}
        maxLength={maxTextLength}
        readOnly={readOnly}
        lang={place.language}
        value={value}
        onChange={onChange}
      />
      <div className={css.preview}>
        <h2 className="text-s semibold">{text.preview}</h2>
        <p className="note">{isError ? text.previewFailed : text.previewHint}</p>
        {preview && <PreviewSheet label={text.preview} preview={preview} />}
      </div>
    </div>
  )
}

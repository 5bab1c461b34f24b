import { printedStickerCode, readStickerCode } from '@portal/contract/sticker-codes.ts'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import type { FormEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError } from '#web/api/call.ts'
import { useKeys } from '#web/ui/keyboard/keyboard-shortcuts.ts'
import { textOf } from '#web/api/common-error-text.ts'
import { Panel } from '#web/shared/manage/panel.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Hidden } from '#web/ui/layout/hidden.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { lookUpOptions } from './api.ts'
import { FoundSticker } from './found-sticker.tsx'
import css from './look-up.module.css'
import { codeLabel, lookUpSentences, text } from './text.ts'

const shownCode = (code: string) => printedStickerCode(readStickerCode(code))

/**
 * Looks up a typed or scanned code, which is kept in the address. A scanner ends a code with Enter: the field keeps the
 * focus and the code is selected, so that the next scan replaces it.
 */
export function LookUp() {
  const [params, setParams] = useSearchParams()
  const code = params.get('code') ?? ''
  const [typed, setTyped] = useState(shownCode(code))
  const [known, setKnown] = useState(code)
  const [blank, setBlank] = useState(false)
  const sent = useRef(code)
  const form = useRef<HTMLFormElement>(null)
  const answer = useRef<HTMLDivElement>(null)
  const { data, error, isFetching, refetch } = useQuery({ ...lookUpOptions(code), enabled: code !== '' })

  // The code in the address changed: by this form, a link or the Back button.
  if (code !== known) {
    setKnown(code)
    setTyped(shownCode(code))
    setBlank(false)
  }
  useEffect(() => {
    // The code came from a link further down: focus the result.
    if (code !== sent.current && code !== '') answer.current?.focus()
    sent.current = code
  }, [code])

  const input = () => form.current?.querySelector('input')
  useKeys({
    '/': () => {
      input()?.focus()
      input()?.select()
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const next = readStickerCode(typed)
    setBlank(next === '')
    input()?.focus()
    if (next === '') return
    if (next === code) void refetch()
    sent.current = next
    setTyped(shownCode(next))
    setParams({ code: next }, { replace: true })
    // Select after React has rendered the field's value.
    requestAnimationFrame(() => input()?.select())
  }

  const rejected = error instanceof ApiError && error.status === 400 ? error.errors[0] : undefined
  const codeError = blank ? ({ code: 'blank', field: 'code' } as const) : rejected
  return (
    <Panel title={text.lookUpHeading}>
      <form ref={form} className={css.form} role="search" noValidate onSubmit={submit}>
        <div className={css.code}>
          <TextField
            name="code"
            label={codeLabel}
            hint={text.lookUpHint}
            value={typed}
            error={codeError && textOf(lookUpSentences, codeError, codeLabel)}
            onChange={({ target }) => {
              setTyped(target.value)
              setBlank(false)
            }}
            autoCapitalize="characters"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="search"
            aria-keyshortcuts="/"
          />
        </div>
        <Button type="submit" busy={isFetching}>
          <Search size={19} aria-hidden="true" />
          {text.lookUp}
        </Button>
      </form>
      <div ref={answer} className={css.answer} role="status" tabIndex={-1}>
        {code !== '' && data && <FoundSticker found={data} />}
        {code !== '' && !data && !error && (
          <>
            <Hidden>{text.loading}</Hidden>
            <Skeleton width="min(20rem, 90%)" height="1.625rem" />
          </>
        )}
      </div>
      {code !== '' && !data && error && !rejected && (
        <ErrorState title={text.lookUpFailed} retry={() => void refetch()} />
      )}
    </Panel>
  )
}

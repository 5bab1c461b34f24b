import type { ErrorCode } from '@portal/contract/error-codes.ts'
import type { ParticipantDetails } from '@portal/contract/participants.ts'
import { can } from '@portal/contract/security/permissions.ts'
import { isPaperReference, maxPaperReference } from '@portal/contract/security/request-kinds.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { problemText, textOf } from '#web/api/common-error-text.ts'
import * as endpoints from '#web/api/endpoints.ts'
import { meOptions } from '#web/api/session.ts'
import { useConfirmation } from '#web/shared/confirmation/use-confirmation.tsx'
import { save } from '#web/shared/export/download.ts'
import { nameOf } from '#web/shared/participants/api.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { downloadData, erase, type Erased, type Format } from './api.ts'
import css from '../user-sections.module.css'
import { downloadSentences, eraseSentences, text } from './text.ts'

const formats = [
  { value: 'html', label: text.page },
  { value: 'json', label: text.file },
]

const problemOf = (reference: string): ErrorCode | undefined =>
  reference === '' ? 'blank' : isPaperReference(reference) ? undefined : 'reference_invalid'

type UserDataProps = { person: ParticipantDetails; onErased: (erased: Erased) => void }

/** For requests on paper: managers download a copy of a person's data, or erase the person. */
export function UserData({ person, onErased }: UserDataProps) {
  const { role } = useQuery(meOptions).data ?? {}
  const confirmed = useConfirmation()
  const [asking, setAsking] = useState<'download' | 'erase'>()
  const [format, setFormat] = useState<Format>('html')
  const [reference, setReference] = useState('')
  const [problem, setProblem] = useState<ErrorCode>()
  const section = useRef<HTMLElement>(null)
  const field = useRef<HTMLDivElement>(null)
  const { id } = person
  const focusHeading = () => section.current?.querySelector('h3')?.focus()
  const download = useMutation({
    mutationFn: () => confirmed(() => downloadData(id, format)),
    onSuccess: ({ file, name }) => save(file, name),
    onSettled: focusHeading,
  })
  const erasure = useMutation({
    mutationFn: () => confirmed(() => erase(id, reference.trim())),
    onSuccess: onErased,
    onError: focusHeading,
  })
  if (!can(role, endpoints.eraseParticipant.access)) return undefined

  const close = () => {
    setAsking(undefined)
    setProblem(undefined)
  }
  const begin = (action: 'download' | 'erase') => {
    download.reset()
    erasure.reset()
    setAsking(action)
  }
  const confirmErasure = () => {
    const found = problemOf(reference.trim())
    setProblem(found)
    if (found) return field.current?.querySelector('input')?.focus()
    close()
    erasure.mutate()
  }
  const isBusy = download.isPending || erasure.isPending
  const failure = download.error
    ? problemText(downloadSentences, download.error)
    : erasure.error && problemText(eraseSentences, erasure.error, text.reference)
  return (
    <section ref={section} aria-labelledby="personal-data">
      <h3 className={css.heading} id="personal-data" tabIndex={-1}>
        {text.heading}
      </h3>
      {download.isSuccess && (
        <Notice tone="success" title={text.downloaded(download.data.name)}>
          <p>{text.downloadedNext}</p>
        </Notice>
      )}
      {failure && (
        <Notice tone="error" title={text.failed}>
          <p>{failure}</p>
        </Notice>
      )}
      <p className="text-s">{text.intro}</p>
      <div className="flex wraps gap-2 mt-2">
        <Button tone="ghost" busy={isBusy} onClick={() => !isBusy && begin('download')}>
          {text.download}
        </Button>
        <Button tone="ghost" busy={isBusy} onClick={() => !isBusy && begin('erase')}>
          {text.erase}
        </Button>
      </div>
      {asking === 'download' && (
        <ConfirmDialog
          title={text.downloadQuestion}
          cancel={{ label: text.cancel, action: close }}
          confirm={{
            label: text.start,
            action: () => {
              close()
              download.mutate()
            },
          }}
        >
          <div className="stack gap-3">
            <p>
              <b>{nameOf(person)}</b>
            </p>
            <Select
              label={text.format}
              name="format"
              choices={formats}
              value={format}
              onChange={({ target }) => setFormat(target.value === 'json' ? 'json' : 'html')}
            />
            <p>{text.downloadMeans}</p>
          </div>
        </ConfirmDialog>
      )}
      {asking === 'erase' && (
        <ConfirmDialog
          title={text.eraseQuestion(nameOf(person))}
          cancel={{ label: text.cancel, action: close }}
          confirm={{ label: text.erase, action: confirmErasure }}
        >
          <div className="stack gap-3" ref={field}>
            <p>
              {text.account(id)}, {person.email}
            </p>
            <p>{text.eraseMeans}</p>
            {person.points_summary.available > 0 && (
              <p>{text.losesPoints(person.points_summary.available)}</p>
            )}
            <TextField
              label={text.reference}
              name="reference"
              value={reference}
              maxLength={maxPaperReference}
              autoComplete="off"
              hint={text.referenceHint}
              error={problem && textOf(eraseSentences, { code: problem }, text.reference)}
              onChange={({ target }) => {
                setReference(target.value)
                setProblem(undefined)
              }}
            />
          </div>
        </ConfirmDialog>
      )}
    </section>
  )
}

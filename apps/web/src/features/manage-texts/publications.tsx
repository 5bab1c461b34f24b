import type { ManagedText, TextPlace, TextPublication } from '@portal/contract/manage-texts.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime } from '#web/lib/format.ts'
import { Badge } from '#web/shared/manage/badge.tsx'
import layout from '#web/shared/manage/manage.module.css'
import { useOutcome } from '#web/shared/manage/outcome.tsx'
import { Panel } from '#web/shared/manage/panel.tsx'
import { Button, ButtonAnchor } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { useTextChanges, versionOptions } from './api.ts'
import css from './manage-texts.module.css'
import { PreviewSheet } from './preview-sheet.tsx'
import { text, withdrawSentences } from './text.ts'

type PublicationsProps = { place: TextPlace; loaded: ManagedText; versionsPath: string | undefined }

/** What was published from which day on, newest first. */
export function Publications({ place, loaded, versionsPath }: PublicationsProps) {
  const { withdraw, latest } = useTextChanges()
  const [withdrawing, setWithdrawing] = useState<TextPublication>()
  const [reading, setReading] = useState<number>()
  const { place: section, outcome, attempt } = useOutcome()
  const withdrawNow = ({ id }: TextPublication) => {
    setWithdrawing(undefined)
    void attempt(
      async () => {
        await withdraw(place, id, loaded.version).catch(async (error: unknown) => {
          await latest(place).catch(() => {})
          throw error
        })
        return text.withdrawn
      },
      text.notWithdrawn,
      withdrawSentences,
    )
  }
  return (
    <Panel title={text.versions} place={section}>
      {outcome}
      {loaded.publications.length === 0 && <p>{text.noVersions}</p>}
      <ul className={layout.rows}>
        {loaded.publications.map((one) => (
          <Row
            key={one.id}
            place={place}
            publication={one}
            isOpen={reading === one.id}
            onRead={() => setReading(reading === one.id ? undefined : one.id)}
            onWithdraw={() => setWithdrawing(one)}
          />
        ))}
      </ul>
      {versionsPath !== undefined && (
        <div className="actions">
          <ButtonAnchor tone="ghost" href={versionsPath}>
            {text.allVersions}
          </ButtonAnchor>
        </div>
      )}
      {withdrawing && (
        <ConfirmDialog
          title={text.withdrawQuestion(withdrawing.number)}
          cancel={{ label: text.cancel, action: () => setWithdrawing(undefined) }}
          confirm={{ label: text.withdraw, action: () => withdrawNow(withdrawing) }}
        >
          <p>{text.withdrawMeans}</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}

type RowProps = {
  place: TextPlace
  publication: TextPublication
  isOpen: boolean
  onRead: () => void
  onWithdraw: () => void
}

function Row({ place, publication, isOpen, onRead, onWithdraw }: RowProps) {
  const { number, state, shipped, valid_from, published_at, published_by } = publication
  return (
    <li className={css.version}>
      <div className="stack gap-1">
        <span>
          <b>{text.version(number)}</b>, {text.versionFrom(valid_from)}{' '}
          <Badge tone={state === 'current' ? 'good' : state === 'future' ? 'warn' : 'off'}>
            {text.states[state]}
          </Badge>
        </span>
        <span className="note">
          {text.publishedAt(formatDateTime(published_at))}, {text.by(published_by)}.{' '}
          {shipped && text.isShipped}
        </span>
      </div>
      <div className="actions">
        <Button
          tone="ghost"
          aria-expanded={isOpen}
          aria-label={isOpen ? undefined : text.readNumber(number)}
          onClick={onRead}
        >
          {isOpen ? text.close : text.read}
        </Button>
        {state === 'future' && (
          <Button tone="ghost" onClick={onWithdraw}>
            {text.withdraw}
          </Button>
        )}
      </div>
      {isOpen && <OldText place={place} publication={publication} />}
    </li>
  )
}

function OldText({ place, publication }: Pick<RowProps, 'place' | 'publication'>) {
  const { data, isError } = useQuery(versionOptions(place, publication.id))
  if (isError) return <p>{text.previewFailed}</p>
  return data ? <PreviewSheet label={text.version(publication.number)} preview={data.preview} /> : null
}

import type { ManagedOffer } from '@portal/contract/manage-offers.ts'
import { useState } from 'react'
import { Panel } from '#web/shared/manage/panel.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { formatDay, useToday } from '#web/ui/date-picker/athens-days.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { useOfferChanges } from './api.ts'
import { stateSentences, text } from './text.ts'
import { useAction } from './use-action.ts'

type StateActionsProps = {
  offer: ManagedOffer
  /** Whether the form has changes that are not saved. */ changed: boolean
}

/** Publishes a draft or ends an offer, each after a question that says what it does. */
export function StateActions({ offer, changed }: StateActionsProps) {
  const { publish, end } = useOfferChanges()
  const { place, busy, outcome, run } = useAction(offer)
  const today = useToday()
  const [asking, setAsking] = useState<'publish' | 'end'>()
  const { title, state, starts_on, statistics } = offer
  const isDraft = state === 'draft'
  const ask = (what: 'publish' | 'end') => !busy && setAsking(what)
  const doPublish = () => {
    setAsking(undefined)
    void run(() => publish(offer), text.published, text.notPublished, stateSentences)
  }
  const doEnd = () => {
    setAsking(undefined)
    void run(() => end(offer), text.endedNow, text.notEnded, stateSentences)
  }
  if (state === 'ended' && !outcome) return null
  return (
    <Panel title={isDraft ? text.publishing : text.ending} place={place}>
      {outcome}
      {isDraft && (
        <>
          <p className="readable">
            {text.publishMeans} {text.publishStays}
          </p>
          {changed && <p className="semibold">{text.unsavedFirst}</p>}
          <div className="actions">
            {!changed && (
              <Button busy={busy} onClick={() => ask('publish')}>
                {text.publish}
              </Button>
            )}
            <Button tone="ghost" busy={busy} onClick={() => ask('end')}>
              {text.end}
            </Button>
          </div>
        </>
      )}
      {state === 'published' && (
        <>
          <p className="readable">{text.endMeans}</p>
          <div>
            <Button tone="ghost" busy={busy} onClick={() => ask('end')}>
              {text.end}
            </Button>
          </div>
        </>
      )}
      {asking === 'publish' && (
        <ConfirmDialog
          title={text.publishQuestion}
          cancel={{ label: text.cancel, action: () => setAsking(undefined) }}
          confirm={{ label: text.publish, action: doPublish }}
        >
          <p>
            <b>{title}</b>, {text.points(offer.points)}
          </p>
          <p>{starts_on > today ? text.publishFrom(formatDay(starts_on)) : text.publishMeans}</p>
          <p>{text.publishStays}</p>
        </ConfirmDialog>
      )}
      {asking === 'end' && (
        <ConfirmDialog
          title={text.endQuestion}
          cancel={{ label: text.cancel, action: () => setAsking(undefined) }}
          confirm={{ label: text.end, action: doEnd }}
        >
          <p>
            <b>{title}</b>
          </p>
          <p>{isDraft ? text.endMeansDraft : text.endMeans}</p>
          {statistics.valid > 0 && <p>{text.stillValid(statistics.valid)}</p>}
          <p>{text.endCannot}</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}

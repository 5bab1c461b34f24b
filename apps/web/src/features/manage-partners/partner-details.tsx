import type { ManagedPartner } from '@portal/contract/manage-partners.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatDateTime } from '#web/lib/format.ts'
import css from '#web/shared/manage/manage.module.css'
import { useOutcome } from '#web/shared/manage/outcome.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ChoiceLinks } from '#web/ui/controls/choice-links.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import facts from '#web/ui/lists/facts.module.css'
import { type Partners, pathOf, usePartnerChanges } from './api.ts'
import { devicesOptions } from './devices/api.ts'
import { DevicesTab } from './devices/devices-tab.tsx'
import { RotateDialog } from './rotate-dialog.tsx'
import { SecretShown } from './secret-shown.tsx'
import { DetailsForm, SignInForm } from './settings-forms.tsx'
import { States } from './states.tsx'
import { text } from './text.ts'
import { CallsTab } from './traffic/calls-tab.tsx'
import { sentences } from './traffic/error-sentences.ts'
import { RecordsTab } from './traffic/records-tab.tsx'
import { WebhookTab } from './traffic/webhook-tab.tsx'

type DetailsProps = { portal: Partners; partner: ManagedPartner }

const tabs = {
  details: text.tabDetails,
  sign_in: text.tabSignIn,
  devices: text.tabDevices,
  calls: text.tabCalls,
  records: text.tabRecords,
  webhook: text.tabWebhook,
}

/** A partner: state, pause and new secret, and its tabs. */
export function PartnerDetails({ portal, partner }: DetailsProps) {
  const [params] = useSearchParams()
  const { pause, resume, rotate, put, reload } = usePartnerChanges()
  const [asking, setAsking] = useState<'pause' | 'resume' | 'rotate'>()
  const { place, outcome, attempt } = useOutcome()
  const [secret, setSecret] = useState<string>()
  const asked = params.get('tab') ?? ''
  const tab = Object.hasOwn(tabs, asked) ? asked : 'details'
  const held = useQuery(devicesOptions(partner.client_id)).data?.held ?? 0

  const run = (change: () => Promise<unknown>, done?: string) => {
    setAsking(undefined)
    void attempt(
      async () => {
        await change()
        return done
      },
      text.notDone,
      sentences,
    )
  }
  const toTab = (to: string) => ({
    pathname: pathOf(partner.client_id),
    search: to === 'details' ? '' : `tab=${to}`,
  })
  const isPaused = partner.paused_at !== null

  return (
    <>
      <section className={css.panel} ref={place}>
        <div className="row wraps between gap-3">
          <States partner={partner} />
          <div className="actions">
            <Button tone="ghost" onClick={() => setAsking(isPaused ? 'resume' : 'pause')}>
              {isPaused ? text.resume : text.pause}
            </Button>
            <Button tone="ghost" onClick={() => setAsking('rotate')}>
              {text.rotate}
            </Button>
          </div>
        </div>
        {outcome}
        <Facts partner={partner} />
      </section>
      {secret !== undefined && <SecretShown key={secret} partner={partner} secret={secret} portal={portal} />}
      <ChoiceLinks
        label={text.tabs}
        choices={Object.entries(tabs).map(([name, label]) => ({
          to: toTab(name),
          label: name === 'devices' && held > 0 ? text.tabDevicesHeld(held) : label,
          isCurrent: name === tab,
        }))}
      />
      {tab === 'details' && <DetailsForm partner={partner} portal={portal} />}
      {tab === 'sign_in' && <SignInForm partner={partner} />}
      {tab === 'devices' && <DevicesTab key={partner.client_id} partner={partner} />}
      {tab === 'calls' && <CallsTab partner={partner} />}
      {tab === 'records' && <RecordsTab partner={partner} />}
      {tab === 'webhook' && <WebhookTab partner={partner} put={put} reload={reload} />}
      {asking === 'rotate' && (
        <RotateDialog
          name={partner.name}
          onCancel={() => setAsking(undefined)}
          onConfirm={(hours) => run(async () => setSecret((await rotate(partner, hours)).secret))}
        />
      )}
      {(asking === 'pause' || asking === 'resume') && (
        <ConfirmDialog
          title={asking === 'pause' ? text.pauseQuestion : text.resumeQuestion}
          cancel={{ label: text.cancel, action: () => setAsking(undefined) }}
          confirm={{
            label: asking === 'pause' ? text.pause : text.resume,
            action: () =>
              asking === 'pause'
                ? run(() => pause(partner), text.pausedDone)
                : run(() => resume(partner), text.resumedDone),
          }}
        >
          <p>
            <b>{partner.name}</b>
          </p>
          {(asking === 'pause' ? text.pauseMeans : text.resumeMeans).map((means) => (
            <p key={means}>{means}</p>
          ))}
        </ConfirmDialog>
      )}
    </>
  )
}

function Facts({ partner }: { partner: ManagedPartner }) {
  const { previous_secret: previous, last_call_at: lastCall } = partner
  return (
    <>
      <dl className={facts.facts}>
        <div>
          <dt>{text.clientId}</dt>
          <dd>{partner.client_id}</dd>
        </div>
        <div>
          <dt>{text.since}</dt>
          <dd>{formatDateTime(partner.created_at)}</dd>
        </div>
        <div>
          <dt>{text.lastCall}</dt>
          <dd>{lastCall === null ? text.noCall : formatDateTime(lastCall)}</dd>
        </div>
      </dl>
      {previous && (
        <p>
          {text.oldUntil(formatDateTime(previous.until))}{' '}
          {previous.used_at === null ? text.oldUnused : text.oldUsed(formatDateTime(previous.used_at))}
        </p>
      )}
    </>
  )
}

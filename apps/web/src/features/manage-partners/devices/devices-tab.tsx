import type { Device } from '@portal/contract/desk/manage-devices.ts'
import type { ManagedPartner } from '@portal/contract/manage-partners.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '#web/shared/manage/loaded.tsx'
import { type Outcome, useOutcome } from '#web/shared/manage/outcome.tsx'
import { Panel } from '#web/shared/manage/panel.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { devicesOptions, type NewCode, useDeviceChanges } from './api.ts'
import { CodeShown } from './code-shown.tsx'
import { DeviceForm } from './device-form.tsx'
import { type DeviceAction, DeviceList } from './device-list.tsx'
import { deviceSentences } from './error-sentences.ts'
import { HeldEntries } from './held-entries.tsx'
import { Links } from './links.tsx'
import { Months } from './months.tsx'
import { text } from './text.ts'

type Asking = { action: 'newCode' | 'revoke'; device: Device }

/** The phones and tills of a partner: add, enrol, change, unlock, revoke; what they sent late and what they did. */
export function DevicesTab({ partner }: { partner: ManagedPartner }) {
  const client = partner.client_id
  const query = useQuery(devicesOptions(client))
  const { enrolAgain, unlock, revoke } = useDeviceChanges(client)
  /** The open form: of a new device, or of one to change. */
  const [editing, setEditing] = useState<{ device?: Device }>()
  const [asking, setAsking] = useState<Asking>()
  const [code, setCode] = useState<NewCode>()
  const { place, outcome, say, attempt } = useOutcome()
  const { data } = query
  const held = data?.held ?? 0
  // Stays after the last decision, whose result it says.
  const [showsHeld, setShowsHeld] = useState(false)
  if (held > 0 && !showsHeld) setShowsHeld(true)

  const run = (change: () => Promise<Outcome | undefined>) => {
    setAsking(undefined)
    setEditing(undefined)
    return attempt(
      () =>
        change().catch((error: unknown) => {
          // What another operator has changed is shown.
          void query.refetch()
          throw error
        }),
      text.notDone,
      deviceSentences,
    )
  }
  const newCode = (device: Device) =>
    run(async () => {
      setCode(await enrolAgain(device))
      return undefined
    })
  const act = (action: DeviceAction, device: Device) => {
    if (action === 'change') return setEditing({ device })
    if (action === 'unlock')
      return void run(async () => {
        await unlock(device)
        return { tone: 'success', title: text.unlocked(device.name), text: text.unlockedMeans }
      })
    // Nothing works with it yet.
    if (action === 'newCode' && device.state === 'waiting') return void newCode(device)
    return setAsking({ action, device })
  }
  const close = (device: Device) =>
    run(async () => {
      await revoke(device)
      setCode((present) => (present?.device.id === device.id ? undefined : present))
      return { tone: 'success', title: text.revokedDone(device.name) }
    })

  return (
    <>
      {code && (
        <CodeShown
          key={code.enrolment.code}
          shown={code}
          current={data?.devices.find(({ id }) => id === code.device.id)}
          onClose={() => setCode(undefined)}
        />
      )}
      {showsHeld && <HeldEntries client={client} />}
      {editing && (
        <DeviceForm
          key={editing.device?.id ?? 'new'}
          partner={partner}
          device={editing.device}
          onAdded={(added) => {
            setEditing(undefined)
            say(undefined)
            setCode(added)
          }}
          onChanged={({ name }) => {
            setEditing(undefined)
            say({ tone: 'success', title: text.saved(name) })
          }}
          onCancel={() => setEditing(undefined)}
        />
      )}
      <Panel
        title={text.devices}
        intro={text.devicesIntro}
        action={!editing && <Button onClick={() => setEditing({})}>{text.add}</Button>}
        place={place}
      >
        {outcome}
        <Loaded query={query} failed={text.failed}>
          {({ devices }) =>
            devices.length === 0 ? (
              <EmptyState title={text.none} text={text.noneText} />
            ) : (
              <DeviceList partner={partner} devices={devices} onAction={act} />
            )
          }
        </Loaded>
      </Panel>
      <Links partner={partner} links={data?.links ?? []} />
      <Months client={client} />
      {asking && (
        <ConfirmDialog
          title={asking.action === 'revoke' ? text.revokeQuestion : text.newCodeQuestion}
          cancel={{ label: text.cancel, action: () => setAsking(undefined) }}
          confirm={{
            label: text[asking.action],
            action: () => void (asking.action === 'revoke' ? close(asking.device) : newCode(asking.device)),
          }}
        >
          <p>
            <b>{asking.device.name}</b>
          </p>
          {(asking.action === 'revoke' ? text.revokeMeans : text.newCodeMeans).map((means) => (
            <p key={means}>{means}</p>
          ))}
        </ConfirmDialog>
      )}
    </>
  )
}

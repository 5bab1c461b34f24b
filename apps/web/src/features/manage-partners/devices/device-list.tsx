import type { Device } from '@portal/contract/desk/manage-devices.ts'
import type { ManagedPartner } from '@portal/contract/manage-partners.ts'
import { formatDateTime } from '#web/lib/format.ts'
import layout from '#web/shared/manage/manage.module.css'
import { Button } from '#web/ui/controls/button.tsx'
import { DeviceStates } from './device-states.tsx'
import css from './devices.module.css'
import { Missing } from './missing.tsx'
import { placeText, text, usesText } from './text.ts'

export type DeviceAction = 'change' | 'newCode' | 'unlock' | 'revoke'

type DeviceListProps = {
  partner: ManagedPartner
  devices: Device[]
  onAction: (action: DeviceAction, device: Device) => void
}

/** Devices with their state and what can be done; those that are revoked last. */
export function DeviceList({ partner, devices, onAction }: DeviceListProps) {
  const inUse = devices.filter(({ state }) => state !== 'revoked')
  const revoked = devices.filter(({ state }) => state === 'revoked')
  return (
    <ul className={layout.rows} aria-label={text.list}>
      {[...inUse, ...revoked].map((device) => (
        <li key={device.id} className="stack column gap-3">
          <div className={css.head}>
            <div>
              <h3 className="text-m semibold breaks">{device.name}</h3>
              <p className="note breaks">{`${placeText(device)} · ${usesText(device.may)}`}</p>
              <p className="note">
                {device.last_seen_at === null
                  ? text.neverSeen
                  : text.lastSeen(formatDateTime(device.last_seen_at))}
              </p>
            </div>
            <DeviceStates device={device} />
          </div>
          {device.state !== 'revoked' && (
            <>
              <Missing partner={partner} may={device.may} />
              <div className="actions">
                {(
                  [
                    ...(device.state === 'locked' ? ['unlock'] : []),
                    'change',
                    'newCode',
                    'revoke',
                  ] as DeviceAction[]
                ).map((action) => (
                  <Button
                    key={action}
                    tone="ghost"
                    aria-label={text.of(text[action], device.name)}
                    onClick={() => onAction(action, device)}
                  >
                    {text[action]}
                  </Button>
                ))}
              </div>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

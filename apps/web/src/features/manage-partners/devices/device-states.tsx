import type { Device } from '@portal/contract/desk/manage-devices.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { Badges, type State } from '#web/shared/manage/badge.tsx'
import { text } from './text.ts'
import { minutesUntil, useNow } from './use-now.ts'

const week = 7 * 24 * 60 * 60 * 1000

function statesOf(
  { state, enrolment_until, enrolled_at, last_seen_at, revoked_at }: Device,
  time: number,
): State[] {
  const minutes = enrolment_until === null ? 0 : minutesUntil(enrolment_until, time)
  if (state === 'revoked')
    return [{ tone: 'off', label: text.revoked(revoked_at === null ? '' : formatDateTime(revoked_at)) }]
  if (state === 'waiting')
    return [
      minutes > 0
        ? { tone: 'warn', label: text.waits(text.left(minutes)) }
        : { tone: 'bad', label: text.codeOver },
    ]
  const seen = last_seen_at ?? enrolled_at
  const states: State[] = [
    state === 'locked'
      ? { tone: 'bad', label: text.locked }
      : seen !== null && time - Date.parse(seen) > week
        ? { tone: 'bad', label: text.unseen(formatDateTime(seen)) }
        : { tone: 'good', label: text.works },
  ]
  if (minutes > 0) states.push({ tone: 'warn', label: text.newCodeValid(text.left(minutes)) })
  return states
}

/** The state of a device in words. */
export const DeviceStates = ({ device }: { device: Device }) => (
  <Badges states={statesOf(device, useNow(10_000))} />
)

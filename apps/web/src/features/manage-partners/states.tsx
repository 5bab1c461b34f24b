import type { ManagedPartner } from '@portal/contract/manage-partners.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { Badges, type State } from '#web/shared/manage/badge.tsx'
import { text } from './text.ts'

function statesOf({
  paused_at: paused,
  webhook,
  previous_secret: previous,
  silent,
}: ManagedPartner): State[] {
  const states: State[] = []
  if (paused) states.push({ tone: 'off', label: text.paused(formatDateTime(paused)) })
  if (!paused && webhook && webhook.failures > 0)
    states.push({ tone: 'bad', label: text.failing(webhook.waiting) })
  else if (!paused && webhook && webhook.waiting > 0)
    states.push({ tone: 'warn', label: text.waiting(webhook.waiting) })
  if (silent) states.push({ tone: 'bad', label: text.silent })
  if (states.length === 0) states.push({ tone: 'good', label: text.works })
  if (previous) states.push({ tone: 'warn', label: text.oldSecret(formatDateTime(previous.until)) })
  return states
}

/** The state of a partner in words. */
export const States = ({ partner }: { partner: ManagedPartner }) => <Badges states={statesOf(partner)} />

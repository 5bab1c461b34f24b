import type { Approval } from '@portal/contract/checks.ts'
import type { NewRate } from './approvals.ts'
import type { ApprovalRow } from './queries.ts'

type Payload = Partial<NewRate & { lastDay: string; replaces: string }>

/** The rate of a request. Its payload has it, except that of an end that an earlier version stored. */
export function requestedRateOf(row: ApprovalRow): NonNullable<Approval['rate']> {
  const payload = row.payload as Payload
  return {
    description: payload.description ?? row.description ?? 'oil_collected',
    unit: payload.unit ?? row.unit ?? 'litre',
    material: payload.material ?? row.material,
    points_per_unit: Number(payload.pointsPerUnit ?? row.pointsPerUnit ?? 0),
    valid_from: payload.validFrom ?? row.validFrom ?? '',
    valid_to: payload.lastDay ?? payload.validTo ?? null,
    replaces: payload.replaces === undefined ? null : Number(payload.replaces),
    note: payload.note ?? '',
  }
}

import type { Approval } from '@portal/contract/checks.ts'
import type { NewRate } from './approvals.ts'
import type { ApprovalRow } from './queries.ts'

/** The rate of a request, as its payload has it. */
export function requestedRateOf({ payload }: ApprovalRow): NonNullable<Approval['rate']> {
  const rate = payload as NewRate & { lastDay?: string; replaces?: string }
  return {
    description: rate.description,
    unit: rate.unit,
    material: rate.material,
    points_per_unit: Number(rate.pointsPerUnit),
    valid_from: rate.validFrom,
    valid_to: rate.lastDay ?? rate.validTo,
    replaces: rate.replaces === undefined ? null : Number(rate.replaces),
    note: rate.note,
  }
}

import {
  listRates,
  previewRateChange,
  previewRateRequest,
  type RateGap,
  type RatePreview,
  requestRateChange,
} from '@portal/contract/manage-rates.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { byActor } from '#server/lib/audit/audit.ts'
import { auditRead } from '#server/lib/audit/reads.ts'
import type { Actor } from '#server/lib/context/app-context.ts'
import { requestedRateOf } from '#server/ledger/approvals/requested-rate.ts'
import { read } from '#server/lib/standby/standby.ts'
import { toWire } from '#server/lib/wire/wire.ts'
import * as rates from './service.ts'

/** Rates of points, for operators; managers see what a request changes. */
export const rateRoutes: Routes = (scope, context) => {
  handle(scope, listRates, async ({ actor }) => {
    const found = await read(context, actor, (db) => rates.listAll({ ...context, db }))
    return {
      today: found.today,
      needs_approval: context.config.fourEyesAbove !== undefined,
      rates: found.rates.map((rate) => ({
        ...toWire(rate),
        points_per_unit: Number(rate.pointsPerUnit),
      })),
      gaps: found.gaps.map(gapOf),
      requests: found.requests.map((row) => ({
        ...toWire(row),
        rate: requestedRateOf(row),
        requested_by: row.requestedByEmail,
        decided_by: row.decidedByEmail,
      })),
    }
  })

  handle(scope, previewRateChange, async ({ actor, body }) =>
    shown(actor, await rates.preview(context, byActor(actor), body)),
  )
  handle(scope, previewRateRequest, async ({ actor, params }) =>
    shown(actor, await rates.previewRequest(context, byActor(actor), params.id)),
  )
  handle(scope, requestRateChange, async ({ actor, body: { version, ...change } }) => ({
    request: await rates.request(context, byActor(actor), change, version),
  }))

  async function shown(actor: Actor, consequences: rates.Consequences): Promise<RatePreview> {
    // The sums of a month in a small municipality may be those of one person (decision 012).
    const month = rates.lastMonth(context)
    await auditRead(context, actor, {
      action: 'dashboard.read',
      details: { from: month.from, to: month.to },
    })
    const municipalities = await read(context, actor, (db) => rates.sumMonth({ db }, month, consequences))
    const rows = municipalities.map(toWire)
    const sum = (name: 'deliveries' | 'points' | 'points_with') =>
      rows.reduce((sum, row) => sum + row[name], 0)
    return {
      version: consequences.version,
      day: consequences.day,
      points_per_unit: consequences.pointsPerUnit === null ? null : Number(consequences.pointsPerUnit),
      gaps: consequences.gaps.map(gapOf),
      month: month.from.slice(0, 7),
      totals: { deliveries: sum('deliveries'), points: sum('points'), points_with: sum('points_with') },
      municipalities: rows,
    }
  }
}

const gapOf = ({ gap, ...kind }: rates.RateGap): RateGap => ({ ...kind, day: gap })

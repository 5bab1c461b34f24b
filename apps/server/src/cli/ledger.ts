import { pointsPerUnit, ratedDescriptions as rated } from '@portal/contract/manage-rates.ts'
import { z } from 'zod'
import type { RateGap } from '../ledger/rates/rates.ts'
import { optionallyActingAs, optionallyAs } from './acting.ts'
import { requested } from './approvals.ts'
import { importing, strict } from './import-report.ts'
import {
  type Command,
  command,
  day,
  file,
  n,
  one,
  optional,
  several,
  text,
  wholeNumber,
} from './arguments.ts'

const loadRates = () => import('../ledger/rates/rates.ts')
const loadChanges = () => import('../ledger/rates/change-rates.ts')

const points = one('P', 'a number above 0 with at most four decimals, such as 20 or 0.5', pointsPerUnit)
const rateId = wholeNumber('ID', 1, 2 ** 31 - 1)

/** The result of a change of the rates, with a line for each kind of delivery that has no rate on a coming day. */
async function changed(
  result: ({ done: number } | { approval: number }) & { gaps: RateGap[] },
  done: (rate: number) => string,
): Promise<string> {
  const { gapText } = await loadRates()
  const gaps = result.gaps.map((gap) => `Warning: ${gapText(gap)}`)
  return ['done' in result ? done(result.done) : requested(result.approval), ...gaps].join('\n')
}

/** Commands of the ledger: rates, webhooks, stickers and consistency checks. */
export const ledgerCommands: Record<string, Command> = {
  'rates list': command({
    readsOnly: true,
    summary: 'Lists the rates: points per unit and the days on which they are valid.',
    run: async ({ db }) => {
      const rates = await (await loadRates()).listRates({ db })
      if (rates.length === 0) return 'There are no rates.'
      return rates
        .map(({ id, description, material, unit, pointsPerUnit, validFrom, validTo, note }) =>
          [
            `${id}`.padStart(4),
            `${description}${material === null ? '' : `, ${material}`}`.padEnd(36),
            `${Number(pointsPerUnit)} a ${unit}`.padEnd(16),
            `${validFrom} – ${validTo ?? ''}`.padEnd(24),
            note,
          ]
            .join('  ')
            .trimEnd(),
        )
        .join('\n')
    },
  }),
  'rates add': command({
    summary:
      'Adds a rate: points per litre or item from a day on. Without --material it applies to all materials without a separate rate.',
    argument: one('DESCRIPTION', `one of ${rated.join(', ')}`, z.enum(rated)),
    options: {
      unit: one('litre|item', 'litre or item', z.enum(['litre', 'item'])),
      points,
      from: day,
      to: optional(day),
      material: optional(text('M')),
      note: optional(text('TEXT')),
      ...optionallyAs,
    },
    check: ({ from, to }) => to !== undefined && to < from && '--to: the last day is before --from.',
    run: async (context, { unit, points, from, to = null, material, note = '', as }, description) => {
      const rate = { description, unit, pointsPerUnit: points, validFrom: from, validTo: to }
      const kind = { material: material?.trim() || null, note: note.trim() }
      const author = await optionallyActingAs(context, as)
      const { additionOf, changeRates } = await loadChanges()
      const result = await changeRates(context, author, additionOf({ ...rate, ...kind }))
      return changed(result, (rate) => `Rate ${rate} added.`)
    },
  }),
  'rates replace': command({
    summary:
      'Replaces a rate by another number of points, in one step: from DAY on (default: its first day), to its last day. The rate ends on the day before; a rate that gave no points yet can be replaced from its first day on.',
    argument: rateId,
    options: {
      points,
      from: optional(day),
      to: optional(day),
      note: optional(text('TEXT')),
      ...optionallyAs,
    },
    check: ({ from, to }) =>
      from !== undefined && to !== undefined && to < from && '--to: the last day is before --from.',
    run: async (context, { points, from, to, note, as }, id) => {
      const author = await optionallyActingAs(context, as)
      const { changeRates, replacementOf } = await loadChanges()
      const change = await replacementOf(context, id, {
        pointsPerUnit: points,
        ...(from !== undefined && { validFrom: from }),
        ...(to !== undefined && { validTo: to }),
        ...(note !== undefined && { note: note.trim() }),
      })
      const result = await changeRates(context, author, change)
      return changed(result, (rate) => `Rate ${id} is replaced by rate ${rate}.`)
    },
  }),
  'rates delete': command({
    summary: 'Deletes a rate that gave no points yet, such as a mistyped one.',
    argument: rateId,
    options: optionallyAs,
    run: async (context, { as }, id) => {
      const author = await optionallyActingAs(context, as)
      const { changeRates, deletionOf } = await loadChanges()
      const result = await changeRates(context, author, await deletionOf(context, id))
      return changed(result, () => `Rate ${id} is deleted.`)
    },
  }),
  'rates close': command({
    summary:
      'Ends a rate; DAY is its last valid day. Existing records keep their rate. For another number of points, use `rates replace`.',
    argument: rateId,
    options: { last: day, ...optionallyAs },
    run: async (context, { last, as }, id) => {
      const author = await optionallyActingAs(context, as)
      const { changeRates, closingOf } = await loadChanges()
      const result = await changeRates(context, author, await closingOf(context, id, last))
      return changed(result, () => `Rate ${id} is valid until ${last}.`)
    },
  }),
  'partner set-webhook': command({
    summary:
      'Sets the webhook URL of a partner and prints the signing secret, once. Without --url: removes the webhook.',
    argument: text('CLIENT_ID'),
    options: { url: optional(text('URL')) },
    run: async (context, { url }, clientId) => {
      const { setWebhook } = await import('../features/partner-api/webhook-service.ts')
      const secret = await setWebhook(context, context.by, clientId, url ?? null)
      return secret === undefined
        ? `Webhook of ${clientId} removed.`
        : `webhook         ${url}\nwebhook_secret  ${secret}\nThe secret is shown only once.`
    },
  }),
  'import stickers': command({
    summary: 'Imports stickers that were printed elsewhere, from a CSV file (code).',
    argument: file,
    options: strict,
    run: async (context, values, path) => {
      const { importStickers } = await import('../features/stickers/import-service.ts')
      return importing(path, values, async (errors) => {
        const { added, present } = await importStickers(context, path, errors)
        return `${n(added)} stickers imported, ${n(present)} already there.`
      })
    },
  }),
  verify: command({
    summary:
      'Checks that each balance is the sum of its records, that the counters are correct, and that the hash chains match their rows. Prints the heads of the chains; --expect HEAD checks that an earlier head is part of its chain. Exits with 1 and lists the differences.',
    options: { expect: several('HEAD') },
    run: async ({ db, clock }, { expect }) => {
      const { verifyLedger } = await import('../ledger/verify/verify.ts')
      const { sealNow } = await import('../lib/chain/seal.ts')
      const { listHeads, textOfHead } = await import('../lib/chain/verify-chain.ts')
      await sealNow({ db, clock })
      const { records, people, erased, removed } = await verifyLedger({ db }, expect)
      const heads = (await listHeads({ db })).map((head) => `head ${textOfHead(head)}`)
      const noticed =
        erased.length > 0
          ? [
              `The details of records were erased, but not their accounts: ${erased.join(', ')}. Compare them with what you erased by hand.`,
            ]
          : []
      return [
        `${n(records)} records and the balances of ${n(people)} accounts agree.`,
        ...noticed,
        ...removed.map(
          ({ chain, blocks, rows }) =>
            `${n(blocks)} blocks with ${n(rows)} rows left the chain of ${chain} after their period; the rest is proven from there.`,
        ),
        ...heads,
      ].join('\n')
    },
  }),
}

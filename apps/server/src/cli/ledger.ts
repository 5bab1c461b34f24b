import { descriptions, isDelivery } from '@portal/contract/descriptions.ts'
import { z } from 'zod'
import { optionallyActingAs, optionallyAs } from './acting.ts'
import { requested } from './approvals.ts'
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

const pointsPerUnit = z.string().regex(/^(?!0+(\.0+)?$)\d{1,5}(\.\d{1,4})?$/)

const rated = descriptions.filter(isDelivery)

/** Commands of the ledger: rates, webhooks, stickers and consistency checks. */
export const ledgerCommands: Record<string, Command> = {
  'rates list': command({
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
      points: one('P', 'a number above 0 with at most four decimals, such as 20 or 0.5', pointsPerUnit),
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
      const author = await optionallyActingAs(context, 'rates add', as)
      const result = await (await loadChanges()).requestRate(context, author, { ...rate, ...kind })
      return 'done' in result ? `Rate ${result.done} added.` : requested(result.approval)
    },
  }),
  'rates close': command({
    summary: 'Ends a rate; DAY is its last valid day. Existing records keep their rate.',
    argument: wholeNumber('ID', 1, 2 ** 31 - 1),
    options: { last: day, ...optionallyAs },
    run: async (context, { last, as }, id) => {
      const author = await optionallyActingAs(context, 'rates close', as)
      const result = await (await loadChanges()).requestClosing(context, author, id, last)
      return 'done' in result ? `Rate ${id} is valid until ${last}.` : requested(result.approval)
    },
  }),
  'partner set-webhook': command({
    summary:
      'Sets the webhook URL of a partner and prints the signing secret, once. Without --url: removes the webhook.',
    argument: text('CLIENT_ID'),
    options: { url: optional(text('URL')) },
    run: async ({ db, clock, config }, { url }, clientId) => {
      const { setWebhook } = await import('../features/partner-api/webhook-service.ts')
      const secret = await setWebhook({ db, clock, config }, clientId, url ?? null)
      return secret === undefined
        ? `Webhook of ${clientId} removed.`
        : `webhook         ${url}\nwebhook_secret  ${secret}\nThe secret is shown only once.`
    },
  }),
  'import stickers': command({
    summary: 'Imports stickers that were printed elsewhere, from a CSV file (code).',
    argument: file,
    run: async (context, _values, path) => {
      const { importStickers } = await import('../features/stickers/import-service.ts')
      const { added, present } = await importStickers(context, path)
      return `${n(added)} stickers imported, ${n(present)} already there.`
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
      const { records, people } = await verifyLedger({ db }, expect)
      const heads = (await listHeads({ db })).map((head) => `head ${textOfHead(head)}`)
      return [`${n(records)} records and the balances of ${n(people)} accounts agree.`, ...heads].join('\n')
    },
  }),
}

import { type Description, descriptions, isDelivery } from '@portal/contract/descriptions.ts'
import { type Command, fileOf, n, text, wholeNumber } from './arguments.ts'
import { UsageError } from './errors.ts'

const one = { type: 'string' } as const

const loadRates = () => import('../ledger/rates/rates.ts')

/** @throws UsageError if the value is not a calendar date */
function day(name: string, value: string | undefined): string {
  const date =
    value !== undefined && /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : undefined
  if (date && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value ?? '')) return value ?? ''
  throw new UsageError(`${name}: '${value ?? ''}' is not a date such as 2026-01-31.`)
}

function description(value: string | undefined): Description {
  const deliveries = descriptions.filter(isDelivery)
  const found = deliveries.find((one) => one === value)
  if (found) return found
  throw new UsageError(`DESCRIPTION: '${value ?? ''}' is not one of ${deliveries.join(', ')}.`)
}

function unitOf(value: string | undefined): 'litre' | 'item' {
  if (value === 'litre' || value === 'item') return value
  throw new UsageError(`--unit: '${value ?? ''}' is neither litre nor item.`)
}

function pointsPerUnit(value: string | undefined): string {
  if (value !== undefined && /^\d{1,5}(\.\d{1,4})?$/.test(value) && Number(value) > 0) return value
  throw new UsageError(
    `--points: '${value ?? ''}' is not a number above 0 with at most four decimals, such as 20 or 0.5.`,
  )
}

/** Commands of the ledger: rates, webhooks, stickers and consistency checks. */
export const ledgerCommands: Record<string, Command> = {
  'rates list': {
    synopsis: '',
    summary: 'Lists the rates: points per unit and the days on which they are valid.',
    positionals: 0,
    options: {},
    prepare:
      () =>
      async ({ db }) => {
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
  },
  'rates add': {
    synopsis: 'DESCRIPTION --unit litre|item --points P --from DAY [--to DAY] [--material M] [--note TEXT]',
    summary:
      'Adds a rate: points per litre or item from a day on. Without --material it applies to all materials without a rate of their own.',
    positionals: 1,
    options: { unit: one, points: one, from: one, to: one, material: one, note: one },
    prepare: ([given], values) => {
      const unit = unitOf(text(values.unit))
      const rate = {
        description: description(given),
        unit,
        pointsPerUnit: pointsPerUnit(text(values.points)),
        material: text(values.material)?.trim() || null,
        note: text(values.note)?.trim() ?? '',
        validFrom: day('--from', text(values.from)),
        validTo: values.to === undefined ? null : day('--to', text(values.to)),
      }
      if (rate.validTo !== null && rate.validTo < rate.validFrom)
        throw new UsageError('--to: the last day is before --from.')
      return async ({ db }) => {
        const id = await (await loadRates()).addRate({ db }, rate)
        return `Rate ${id} added.`
      }
    },
  },
  'rates close': {
    synopsis: 'ID --last DAY',
    summary: 'Ends a rate; DAY is its last valid day. Existing records keep their rate.',
    positionals: 1,
    options: { last: one },
    prepare: ([given], values) => {
      const id = wholeNumber('ID', given, 1, 2 ** 31 - 1)
      const last = day('--last', text(values.last))
      return async ({ db }) => {
        await (await loadRates()).closeRate({ db }, id, last)
        return `Rate ${id} is valid until ${last}.`
      }
    },
  },
  'partner set-webhook': {
    synopsis: 'CLIENT_ID [--url URL]',
    summary:
      'Sets the webhook URL of a partner and prints the signing secret, once. Without --url: removes the webhook.',
    positionals: 1,
    options: { url: one },
    prepare: ([clientId = ''], values) => {
      const url = text(values.url)
      return async ({ db, config }) => {
        const { setWebhook } = await import('../features/partner-api/webhook-service.ts')
        const secret = await setWebhook({ db, config }, clientId, url ?? null)
        return secret === undefined
          ? `Webhook of ${clientId} removed.`
          : `webhook         ${url}\nwebhook_secret  ${secret}\nThe secret is shown only once.`
      }
    },
  },
  'import stickers': {
    synopsis: 'FILE',
    summary: 'Imports stickers that were printed elsewhere, from a CSV file (code).',
    positionals: 1,
    options: {},
    prepare: (args) => async (context) => {
      const { importStickers } = await import('../features/stickers/import-service.ts')
      const { added, present } = await importStickers(context, fileOf(args))
      return `${n(added)} stickers imported, ${n(present)} already there.`
    },
  },
  verify: {
    synopsis: '',
    summary:
      'Checks that each balance is the sum of its records and that the counters are correct. Exits with 1 and lists the differences.',
    positionals: 0,
    options: {},
    prepare:
      () =>
      async ({ db }) => {
        const { verifyLedger } = await import('../ledger/verify/verify.ts')
        const { records, people } = await verifyLedger({ db })
        return `${n(records)} records and the balances of ${n(people)} accounts agree.`
      },
  },
}

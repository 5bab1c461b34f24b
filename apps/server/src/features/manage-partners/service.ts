import type { ManagedPartner, PartnerSettings } from '@portal/contract/manage-partners.ts'
import type { Delivery } from '@portal/contract/partner-traffic.ts'
import { identityScopes } from '@portal/contract/partners.ts'
import type { Language } from '@portal/contract/words/language.ts'
import { consentWordsOf } from '#server/features/connected-sites/consent-service.ts'
import { countWaitingMessages, type listDeliveries } from '#server/features/partner-api/webhook-service.ts'
import {
  findRegistered,
  listPartners,
  type Registration,
} from '#server/features/partners/registry-service.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { athensDay, athensTime } from '#server/lib/time/athens.ts'
import { days, later } from '#server/lib/time/clock.ts'
import { fromWire, toWire } from '#server/lib/wire/wire.ts'
import * as queries from './queries.ts'

type Context = Pick<AppContext, 'db' | 'clock'>
type Row = Awaited<ReturnType<typeof listPartners>>[number]

/** A partner that may write, and has made no call for longer, is marked. Days without collections are usual, a weekend too. */
const silentAfter = days(3)

/** Lists the partners with their state, by name. */
export async function listManaged(context: Context): Promise<ManagedPartner[]> {
  const partners = await listPartners(context)
  const yesterday = athensDay(later(context.clock.now(), -days(1)))
  const records = await queries.countRecordsOn(context.db, yesterday)
  const seen = await queries.findLastDevices(context.db)
  const more = {
    yesterday: new Map(records.map(({ partnerId, count }) => [partnerId, count])),
    waiting: await countWaitingMessages(context),
    devices: new Map(seen.map(({ partnerId, seenAt }) => [partnerId, seenAt])),
  }
  const byName = new Intl.Collator('el').compare
  return partners
    .toSorted((one, other) => byName(one.name, other.name) || one.id - other.id)
    .map((row) => managed(row, context.clock.now(), more))
}

/** Returns a partner with its state. */
export async function findManaged(context: Context, clientId: string): Promise<ManagedPartner> {
  const found = (await listManaged(context)).find(({ client_id }) => client_id === clientId)
  if (!found) throw new Error(`The partner ${clientId} does not exist.`)
  return found
}

const latestOf = (time: Date, other: Date | undefined) => (other && other > time ? other : time)

const timeOf = (time: Date | null) => (time ? athensTime(time) : null)

function managed(
  row: Row,
  now: Date,
  {
    yesterday,
    waiting,
    devices,
  }: Record<'yesterday' | 'waiting', Map<number, number>> & { devices: Map<number, Date> },
): ManagedPartner {
  // A partner without software makes no calls.
  const lastSign = latestOf(row.lastCallAt ?? row.createdAt, devices.get(row.id))
  return {
    ...toWire(row),
    paused_at: timeOf(row.disabledAt),
    silent: !row.disabledAt && row.descriptions.length > 0 && later(lastSign, silentAfter) < now,
    records_yesterday: yesterday.get(row.id) ?? 0,
    previous_secret:
      row.previousSecretUntil && row.previousSecretUntil > now
        ? { until: athensTime(row.previousSecretUntil), used_at: timeOf(row.previousSecretUsedAt) }
        : null,
    webhook:
      row.webhookUrl === null
        ? null
        : {
            url: row.webhookUrl,
            failures: row.webhookFailures,
            retry_at: timeOf(row.webhookRetryAt),
            waiting: waiting.get(row.id) ?? 0,
            last_failure: row.webhookFailedAt
              ? { at: athensTime(row.webhookFailedAt), status: row.webhookFailedStatus }
              : null,
          },
  }
}

/** Returns the settings that are given, as the registry names them. */
export function registrationOf(given: PartnerSettings): Registration
export function registrationOf(given: Given): Partial<Registration>
export function registrationOf(given: Given): Partial<Registration> {
  return Object.fromEntries(Object.entries(fromWire(given)).filter(([, value]) => value !== undefined))
}
type Given = { [Name in keyof PartnerSettings]?: PartnerSettings[Name] | undefined }

/** Returns the question for consent with every scope that the partner may ask for. @throws PartnerError */
export async function consentOf({ db }: Pick<Context, 'db'>, clientId: string) {
  const site = await findRegistered(db, clientId)
  const scopes = identityScopes.filter((scope) => site.scopes.includes(scope))
  const wordsIn = (language: Language) => {
    const { redeem = null, ...words } = consentWordsOf(language, site, scopes)
    return { ...words, redeem, ends: `${words.ends} ${words.settings}` }
  }
  return { el: wordsIn('el'), en: wordsIn('en') }
}

const states = {
  created: 'waiting',
  retry: 'waiting',
  active: 'sending',
  completed: 'delivered',
  failed: 'given_up',
  cancelled: 'given_up',
} as const

/** A webhook message as the screen shows it. */
export const deliveryOf = ({
  answer,
  ...row
}: Awaited<ReturnType<typeof listDeliveries>>[number]): Delivery => ({
  ...toWire(row),
  state: states[row.state],
  // An attempt that ended otherwise, such as with its process, has no answer.
  answer:
    typeof answer?.milliseconds === 'number'
      ? {
          status: answer.status ?? null,
          reason: answer.reason ?? null,
          milliseconds: answer.milliseconds,
        }
      : null,
})

import {
  type FirstStep,
  firstSteps,
  optionalSteps,
  type StepState,
} from '@portal/contract/manage-first-steps.ts'
import { mailOwner } from '#server/features/accounts/owner-mail-service.ts'
import { listTemplates } from '#server/features/site/pages-service.ts'
import { readSettings } from '#server/features/site/stored-service.ts'
import { readConfig } from '#server/lib/config/config.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { findMailTests, type MailTest, startMailTest } from '#server/lib/mail/mail-tests.ts'
import { takeTry } from '#server/lib/rate-limit/rate-limit.ts'
import { type Caller, changeAs } from '#server/lib/rights/rights.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import * as queries from './queries.ts'

type Progress = {
  steps: { name: FirstStep; state: StepState; optional: boolean }[]
  mailTest: MailTest | undefined
}

/** Which of the first steps are done, by the data: nothing is ticked by hand. */
export async function showProgress(context: Pick<AppContext, 'db' | 'clock' | 'config'>): Promise<Progress> {
  const { db, clock, config } = context
  const present = await queries.findPresent(db, athensDay(clock.now()))
  const { last, hasSucceeded } = await findMailTests(db)
  const isDone: Record<FirstStep, boolean> = {
    ...ownPartsOf(config),
    municipalities: present.municipalities,
    mail: hasSucceeded,
    colleague: present.manager,
    partner: present.partner,
    rate: present.rate,
    places: present.places,
    stickers: present.stickers,
    devices: present.device,
    offers: present.offer,
    texts: listTemplates(await readSettings(context)).length === 0,
  }
  const waits: Partial<Record<FirstStep, boolean>> = {
    colleague: present.managerWaits,
    rate: present.rateWaits,
    devices: present.deviceWaits,
  }
  const steps = firstSteps.map((name) => {
    const state: StepState = isDone[name] ? 'done' : waits[name] ? 'waiting' : 'todo'
    return { name, state, optional: optionalSteps.includes(name) }
  })
  return { steps, mailTest: last }
}

/** Whether name and links are the operator's own, and not those of the fictitious brand. */
function ownPartsOf({ brand, brandSource }: AppContext['config']): { company: boolean; links: boolean } {
  if (brandSource === 'shipped') return { company: false, links: false }
  const shipped = readConfig({ DEMO: 'no' }).brand
  return {
    company: brand.company !== shipped.company,
    links: (['oil', 'reuse', 'redemption'] as const).every(
      (name) => brand.sites[name]?.url !== shipped.sites[name]?.url,
    ),
  }
}

/**
 * Queues a test mail to an account of staff, as every other mail.
 * @throws ApiError throttled
 */
export async function testMail(
  context: Pick<AppContext, 'db' | 'clock' | 'config' | 'jobs'>,
  caller: Caller,
  to: { id: number; email: string },
): Promise<void> {
  const { db, clock } = context
  await takeTry(context, 'mailTestsByStaff', String(to.id))
  await changeAs(db, caller, async (trx) => {
    await startMailTest(trx, clock.now())
    await mailOwner(context, trx, to, { kind: 'test' })
  })
}

/** The last test mail; undefined: none yet. */
export const findMailTest = async ({ db }: Pick<AppContext, 'db'>): Promise<MailTest | undefined> =>
  (await findMailTests(db)).last

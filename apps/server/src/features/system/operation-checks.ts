import cluster from 'node:cluster'
import { statfs } from 'node:fs/promises'
import type { QueueName } from '@portal/contract/system.ts'
import { findLastBackup } from '#server/features/backup/backup-service.ts'
import { listPartners } from '#server/features/partners/registry-service.ts'
import { countEnded, listQueues } from '#server/lib/metrics/metrics.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import { days, systemClock } from '#server/lib/time/clock.ts'
import { listGaps } from '#server/ledger/rates/rates.ts'
import { type Checks, type Finding, ok, skipped, todo } from './results.ts'

const minFreeBytes = 2 ** 30
const maxQueueSeconds = 600
const maxBackupMs = days(2)
/** Days before the first one without a rate. */
const daysOfGaps = 30

const queueNames: Record<string, QueueName | undefined> = {
  'account-mails': 'mails',
  'webhook-messages': 'webhooks',
  'partner-logouts': 'logouts',
}
const mailQueue = 'account-mails'

type Names = 'waiting_mails' | 'rates' | 'webhooks' | 'disk' | 'backup'

export const operationChecks: Checks<Names> = {
  waiting_mails: async ({ db }) => {
    const all = await listQueues(db)
    const oldest = Math.max(0, ...all.map((queue) => queue.oldest))
    const queues = all.flatMap(({ name, waiting, oldest }) => {
      const queue = queueNames[name]
      return queue && waiting > 0 ? [{ queue, waiting, minutes: minutesOf(oldest) }] : []
    })
    return oldest > maxQueueSeconds
      ? todo({ code: 'queue_stands', queues, minutes: minutesOf(oldest) }, await mailsEnded())
      : ok({ code: 'queues_move', queues }, ...[(await mailsEnded()) ?? []].flat())
  },
  rates: async ({ db }) =>
    todo(
      ...(await listGaps({ db, clock: systemClock }, daysOfGaps)).map(({ gap, ...kind }): Finding => ({
        code: 'rate_missing',
        ...kind,
        day: gap,
      })),
    ),
  webhooks: async ({ db }) => {
    const partners = (await listPartners({ db })).flatMap(({ webhookUrl: url, ...partner }) =>
      url && !partner.disabledAt ? [{ ...partner, url }] : [],
    )
    const refused = partners
      .filter(({ webhookFailures }) => webhookFailures > 0)
      .map(({ name, clientId, url, webhookFailures }): Finding => {
        const facts = { partner: name, failures: webhookFailures }
        return { code: 'webhook_refused', ...facts, shell: { clientId, url } }
      })
    return refused.length > 0
      ? todo(...refused)
      : ok({ code: 'webhooks_accepted', partners: partners.length })
  },
  disk: async ({ config }) => {
    // The folder is created when something is stored in it.
    const found = await statfs(config.folder).catch(() => undefined)
    if (!found) return skipped
    const bytes = found.bavail * found.bsize
    return bytes < minFreeBytes ? todo({ code: 'disk_full' }) : ok({ code: 'disk_free', bytes })
  },
  // Backups by other programs are not known here.
  backup: async ({ db, isTrial }) => {
    if (isTrial) return skipped
    const backup = await findLastBackup({ db })
    if (!backup) return todo({ code: 'backup_unknown' })
    const facts = { at: athensTime(backup.at), bytes: backup.bytes }
    return Date.now() - backup.at.getTime() > maxBackupMs
      ? todo({ code: 'backup_old', ...facts })
      : ok({ code: 'backed_up', ...facts })
  },
}

const minutesOf = (seconds: number) => Math.round(seconds / 60)

/** Known to the process that sends them: with several processes, each knows its own alone. */
async function mailsEnded(): Promise<Finding | undefined> {
  if (cluster.isWorker) return undefined
  const { completed = 0, rejected = 0 } = await countEnded(mailQueue)
  const since = athensTime(new Date(Math.floor(performance.timeOrigin)))
  return { code: 'mails_ended', sent: completed, refused: rejected, since }
}

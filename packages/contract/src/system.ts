import { z } from 'zod'
import { descriptions } from './words/descriptions.ts'
import { endpoint } from './endpoint.ts'
import { dayText, moment } from './fields.ts'
import { contentPages, type PublicPage } from './public-pages.ts'
import { routes } from './routes.ts'

/** What an examination of the system checks, in the order of `doctor`. */
export const checkNames = [
  'real_data',
  'database',
  'encoding',
  'collations',
  'database_role',
  'owner_address',
  'database_encryption',
  'clock',
  'public_address',
  'certificate',
  'proxy',
  'proxy_headers',
  'reachable',
  'running_server',
  'setting_names',
  'standby',
  'secret',
  'mail_server',
  'waiting_mails',
  'rates',
  'webhooks',
  'disk',
  'backup',
  'brand',
  'public_pages',
  'operator',
  'second_factor',
] as const
export type CheckName = (typeof checkNames)[number]

const found = <const Code extends string, Facts extends z.ZodRawShape = {}>(
  code: Code,
  facts: Facts = {} as Facts,
) => z.object({ code: z.literal(code), ...facts })

const pageNames = contentPages.map<PublicPage['name']>(({ name }) => name)

const queues = ['mails', 'webhooks', 'logouts'] as const
export type QueueName = (typeof queues)[number]
const waiting = z.object({ queue: z.enum(queues), waiting: z.int(), minutes: z.int() })

/**
 * What a check found: what to do, why it could not check, or facts about what is in order. Without addresses, host names, paths
 * of files and personal data: managers read it, too.
 */
const finding = z.union([
  found('demonstration'),
  found('trial_database'),
  /** `bytes`: its size. */
  found('database_answers', { postgres: z.string(), bytes: z.int() }),
  found('encoding_wrong', { encoding: z.string() }),
  found('collations_changed', { names: z.string() }),
  found('connects_as_owner'),
  found('owner_address_set'),
  found('database_unencrypted'),
  found('clocks_agree'),
  found('clocks_differ', { seconds: z.number() }),
  found('public_url_missing'),
  found('public_url_http'),
  found('certificate_valid', { days: z.int(), until: moment }),
  found('certificate_ends', { days: z.int(), until: moment }),
  found('certificate_unread'),
  found('proxies_unset'),
  found('addresses_unseen'),
  found('headers_forgeable', { headers: z.array(z.string()) }),
  found('scheme_unseen'),
  /** Of the public address; `reason`: such as ENOTFOUND, or ''. */
  found('server_silent', { reason: z.string() }),
  found('way_silent', { reason: z.string() }),
  found('answers_with', { status: z.int() }),
  found('portal_silent'),
  found('not_here'),
  found('server_differs', { parts: z.array(z.enum(['code', 'workers', 'brand', 'settings'])) }),
  found('setting_misspelt', { name: z.string(), nearest: z.string() }),
  found('not_a_standby'),
  found('secret_missing'),
  found('mails_only_stored'),
  found('mail_server_refuses', { reason: z.string() }),
  /** Jobs that wait, and the age of the oldest one in minutes. */
  found('queues_move', { queues: z.array(waiting) }),
  found('queue_stands', { queues: z.array(waiting), minutes: z.int() }),
  /** Since the server's start: mails that were sent, and those that the recipient's server refused for good. */
  found('mails_ended', { sent: z.int(), refused: z.int(), since: moment }),
  found('rate_missing', {
    description: z.enum(descriptions),
    unit: z.enum(['litre', 'item']),
    material: z.string().nullable(),
    day: dayText,
  }),
  found('webhook_refused', { partner: z.string(), failures: z.int() }),
  found('webhooks_accepted', { partners: z.int() }),
  found('disk_free', { bytes: z.int() }),
  found('disk_full'),
  /** `bytes` null: of a backup by an earlier version. */
  found('backed_up', { at: moment, bytes: z.int().nullable() }),
  found('backup_old', { at: moment, bytes: z.int().nullable() }),
  found('backup_unknown'),
  found('brand_missing'),
  found('brand_unchanged'),
  /** A public page with gaps; `gaps`: fields that have no value. */
  found('page_incomplete', { page: z.enum(pageNames), gaps: z.int() }),
  /** A value of the public pages that has no place, or is not one of its choices. */
  found('page_value_wrong', { key: z.string() }),
  found('operator_missing'),
  found('second_factor_optional'),
  found('check_failed'),
  found('check_slow', { seconds: z.int() }),
])
export type Finding = z.output<typeof finding>

/** `todo`: the findings say what to do. `unknown`: they say why it was not checked. */
export const checkStates = ['ok', 'todo', 'unknown'] as const
export type CheckState = (typeof checkStates)[number]

const examination = z.object({
  version: z.string(),
  examined_at: moment,
  /** Without checks that do not apply. */
  checks: z.array(
    z.object({ name: z.enum(checkNames), state: z.enum(checkStates), findings: z.array(finding) }),
  ),
})
export type Examination = z.output<typeof examination>

export const examineSystem = endpoint({
  ...routes.examineSystem,
  summary: 'Checks database, mails, webhooks, backups, certificate and settings, as `portal doctor` does',
  reply: examination,
  errors: [],
})

/**
 * Actions of audit entries, as stored and logged. Stable names: an action that is renamed no longer matches the entries
 * of earlier years. Imports nothing, so that the browser loads no schemas with it.
 */
export const auditActions = [
  'participants.list',
  'participants.search',
  'participants.export',
  'participant.view',
  'note.add',
  'note.delete',
  'points.list',
  'points.export',
  'points.explain',
  'balance.read',
  'dashboard.read',
  'stickers.read',
  'stickers.issue',
  'claims.list',
  'claim.report',
  'claim.view',
  'claim.credit',
  'claim.reject',
  'account.sign_in',
  'account.sign_up',
  'account.activate',
  'account.resend_activation',
  'account.update',
  'account.password_change',
  'account.disown',
  'account.lock',
  'account.unlock',
  'session.end',
  'sessions.end_all',
  'second_factor.add',
  'second_factor.remove',
  'second_factor.reset',
  'recovery_codes.make',
  'staff.add',
  'staff.disable',
  'staff.enable',
  'staff.role',
  'staff.anonymize',
  'approver.confirm',
  'data.export',
  'erasure.request',
  'erasure.cancel',
  'erasure.execute',
  'mention.remove',
  'mention.keep',
  'retention.warn',
  'retention.remove',
  'consent.give',
  'consent.withdraw',
  'checks.read',
  'flag.resolve',
  'approval.request',
  'approval.approve',
  'approval.reject',
  'points.record_manually',
  'points.import',
  'participants.import',
  'places.import',
  'rate.change',
  'partner.change',
  'keys.rotate',
  'audit.read',
  'audit.export',
] as const
export type AuditAction = (typeof auditActions)[number]

export const auditActorKinds = ['visitor', 'citizen', 'staff', 'partner', 'command', 'job'] as const
export type AuditActorKind = (typeof auditActorKinds)[number]

export const isAuditAction = (text: string): text is AuditAction =>
  (auditActions as readonly string[]).includes(text)
export const isAuditActorKind = (text: string): text is AuditActorKind =>
  (auditActorKinds as readonly string[]).includes(text)

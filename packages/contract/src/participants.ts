import { z } from 'zod'
import { endpoint, fileHeaders, workbook } from './endpoint.ts'
import { absentOr, email, idParam, line, moment } from './fields.ts'
import { pointsSummary, queryText } from './points.ts'
import { textRules } from './error-codes.ts'
import { requestText } from './privacy.ts'
import { routes } from './routes.ts'
import { factorResetReasons, lockReasons, maxLockDays } from './security/lock-reasons.ts'
import { isPaperReference, maxPaperReference } from './security/request-kinds.ts'

/** An active account that is not staff, as shown to staff (portal.md §3). */
export const participant = z.object({
  id: z.int(),
  full_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  telephone: z.string(),
  email: z.string(),
  municipality_name: z.string().nullable(),
  points_transactions: z.int(),
  points_summary: pointsSummary,
  /**
   * Present if the processing of the data is restricted: staff other than managers get the name, and nothing else. Their other
   * facts are empty.
   */
  restricted: z.literal(true).optional(),
})
export type Participant = z.output<typeof participant>

/** With the time of the sign-up; `is_active` is false until the e-mail address is confirmed. */
export const participantDetails = participant.extend({ created_at: moment, is_active: z.boolean() })
export type ParticipantDetails = z.output<typeof participantDetails>

export const listParticipants = endpoint({
  ...routes.listParticipants,
  summary:
    'Lists participants whose name, e-mail or telephone matches the search; matching prefixes of surnames come first',
  query: z.object({ search: queryText, limit: queryText, offset: queryText }),
  reply: z.array(participant),
  headers: {
    'X-Total-Count': "Number of matches; '1000+' for more than 1,000",
    Link: "With `limit`: the URLs of the next and previous pages (`rel='next'`, `rel='prev'`)",
  },
  errors: [],
})

export const findParticipant = endpoint({
  ...routes.findParticipant,
  summary: 'Returns a participant, or an account that is not activated yet',
  params: idParam,
  reply: participantDetails,
  errors: ['not_found'],
})

export const listUnactivated = endpoint({
  ...routes.listUnactivated,
  summary:
    'Lists at most 20 accounts that are not activated yet and match the search, newest first; without a search none',
  query: z.object({ search: queryText }),
  reply: z.array(participantDetails),
  errors: [],
})

export const resendParticipantActivation = endpoint({
  ...routes.resendParticipantActivation,
  summary: 'Sends the activation mail of an account again',
  params: idParam,
  status: 204,
  errors: ['not_found', 'throttled'],
})

export const exportParticipants = endpoint({
  ...routes.exportParticipants,
  summary: 'Exports all participants that match a search, in the order of the list, as an Excel workbook',
  query: z.object({ search: queryText }),
  file: { name: 'users.xlsx', type: workbook },
  headers: fileHeaders,
  errors: ['throttled'],
})

/** A lock by staff. `ends_at`: null: when it is unlocked. */
export const accountLock = z.object({
  reason: z.enum(lockReasons),
  at: moment,
  ends_at: moment.nullable(),
})
export type AccountLock = z.output<typeof accountLock>

export const lockAccount = endpoint({
  ...routes.lockAccount,
  summary:
    "Locks a citizen's account for a number of days, or until it is unlocked: ends its sessions, rejects sign-ins and mails its owner. Replaces an earlier lock",
  params: idParam,
  body: z.object({
    reason: z.enum(lockReasons, { error: absentOr('choice_invalid') }),
    days: z
      .int({ error: absentOr('integer_invalid') })
      .min(1, { error: 'too_small' })
      .max(maxLockDays, { error: 'too_big' })
      .optional(),
  }),
  account: true,
  status: 204,
  errors: ['required', 'null', 'choice_invalid', 'integer_invalid', 'too_small', 'too_big', 'not_found'],
})

export const unlockAccount = endpoint({
  ...routes.unlockAccount,
  summary: "Unlocks a citizen's account and mails its owner",
  params: idParam,
  account: true,
  status: 204,
  errors: ['not_found'],
})

export const endParticipantSessions = endpoint({
  ...routes.endParticipantSessions,
  summary: "Ends all sessions of a citizen's account, also at partner sites, and mails its owner",
  params: idParam,
  account: true,
  status: 204,
  errors: ['not_found'],
})

export const resetParticipantFactor = endpoint({
  ...routes.resetParticipantFactor,
  summary:
    "Removes every second factor of a citizen's account, whose owner lost it: ends its sessions and mails its owner",
  params: idParam,
  body: z.object({ reason: z.enum(factorResetReasons, { error: absentOr('choice_invalid') }) }),
  account: true,
  confirmed: true,
  status: 204,
  errors: ['required', 'null', 'choice_invalid', 'not_found', 'second_factor_missing'],
})

export const sendParticipantReset = endpoint({
  ...routes.sendParticipantReset,
  summary:
    "Mails the owner of a citizen's account a link that sets a new password, within the limits of requests by the owner",
  params: idParam,
  account: true,
  status: 204,
  errors: ['not_found', 'processing_restricted', 'throttled'],
})

export const exportParticipantData = endpoint({
  ...routes.exportParticipantData,
  summary: 'Downloads what is connected with an account, for a request on paper; for programs',
  params: idParam,
  account: true,
  confirmed: true,
  file: { name: 'account-{id}.json', type: 'application/json' },
  errors: ['not_found', 'throttled'],
})

export const exportParticipantDataPage = endpoint({
  ...routes.exportParticipantDataPage,
  summary: 'Downloads the same as a page to read and print',
  params: idParam,
  account: true,
  confirmed: true,
  file: { name: 'account-{id}.html', type: 'text/html; charset=utf-8' },
  errors: ['not_found', 'throttled'],
})

/** Number or day of a request on paper. No letters: it stays in the audit log after the erasure, so it may not name anyone. */
const paperReference = line(maxPaperReference).refine((text) => isPaperReference(text), 'reference_invalid')

export const eraseParticipant = endpoint({
  ...routes.eraseParticipant,
  summary: 'Erases a person at once, for a request on paper that was verified. Cannot be undone',
  params: idParam,
  body: z.object({ reference: paperReference }),
  account: true,
  confirmed: true,
  reply: z.object({
    /** Whether the mail server has accepted the last mail to the person. */
    mailed: z.boolean(),
    /** Texts about others that may mention the person, which managers decide on; and further ones that are not listed. */
    mentions: z.int(),
    unlisted: z.int(),
  }),
  errors: [
    ...textRules,
    'reference_invalid',
    'not_found',
    'approver_pending',
    'approver_waiting',
    'throttled',
  ],
})

export const restrictParticipant = endpoint({
  ...routes.restrictParticipant,
  summary: 'Restricts the processing of the data of a participant who has asked for it, and mails the owner',
  params: idParam,
  body: z.object({ reason: requestText }),
  account: true,
  status: 204,
  errors: [...textRules, 'not_found', 'already_decided'],
})

export const liftParticipantRestriction = endpoint({
  ...routes.liftParticipantRestriction,
  summary:
    'Mails the owner the end of a restriction with the reason; it ends three days later (article 18(3))',
  params: idParam,
  body: z.object({ reason: requestText }),
  account: true,
  status: 204,
  errors: [...textRules, 'not_found', 'already_decided'],
})

/** Maximum characters of the reason. */
export const maxEmailReason = 500

export const requestParticipantEmail = endpoint({
  ...routes.requestParticipantEmail,
  summary:
    "Requests another e-mail address for a citizen's account. After the approval of a second person, the new address gets the link that confirms it, and then the old one a link that takes the change back. Replaces an earlier request",
  params: idParam,
  body: z.object({ email, reason: line(maxEmailReason) }),
  account: true,
  status: 201,
  reply: z.object({
    /** Number of the request. */
    approval: z.int(),
  }),
  errors: [
    ...textRules,
    'email_invalid',
    'email_same',
    'email_taken',
    'email_change_recent',
    'not_found',
    'throttled',
  ],
})

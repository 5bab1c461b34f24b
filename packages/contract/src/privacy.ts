import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { textRules } from './error-codes.ts'
import { absentOr, line, opaque, password, dayText, moment } from './fields.ts'
import { routes } from './routes.ts'
import { dataRequestKinds, maxRequestText } from './security/request-kinds.ts'

const text = z.string()
const time = moment

const withPassword = z.object({ current_password: password })
const withLink = z.object({ uid: opaque, token: opaque })

/** Errors of calls that ask for the password again. */
const passwordErrors = [...textRules, 'password_incorrect', 'throttled'] as const

export const exportOwnData = endpoint({
  ...routes.exportOwnData,
  summary: 'Downloads what is connected with the signed-in account, for programs',
  body: withPassword,
  account: true,
  file: { name: 'my-data.json', type: 'application/json' },
  errors: passwordErrors,
})

export const exportOwnDataPage = endpoint({
  ...routes.exportOwnDataPage,
  summary: 'Downloads the same as a page to read and print',
  body: withPassword,
  account: true,
  file: { name: 'my-data.html', type: 'text/html; charset=utf-8' },
  errors: passwordErrors,
})

export const describeErasure = endpoint({
  ...routes.describeErasure,
  summary: 'Returns when the signed-in account is erased, if that is scheduled, and what would be lost',
  reply: z.object({
    due_at: time.nullable(),
    /** Points that an erasure forfeits. */
    available: z.int(),
    /** Days between the confirmation and the erasure, rounded up. */
    cooling_off_days: z.int(),
  }),
  errors: [],
})

export const requestErasure = endpoint({
  ...routes.requestErasure,
  summary: 'Requests the erasure of the signed-in account: sends a mail with a link that confirms it',
  body: withPassword,
  account: true,
  status: 204,
  errors: [...passwordErrors, 'not_permitted'],
})

export const confirmErasure = endpoint({
  ...routes.confirmErasure,
  summary: 'Confirms an erasure with the link of its mail; it follows after the cooling-off period',
  body: withLink,
  reply: z.object({ due_at: time }),
  errors: [...textRules, 'uid_invalid', 'token_invalid', 'throttled'],
})

export const cancelErasure = endpoint({
  ...routes.cancelErasure,
  summary: 'Cancels the scheduled erasure of the signed-in account',
  account: true,
  status: 204,
  errors: [],
})

export const cancelErasureByLink = endpoint({
  ...routes.cancelErasureByLink,
  summary: 'Cancels a scheduled erasure with the link of its mail',
  body: withLink,
  status: 204,
  errors: [...textRules, 'uid_invalid', 'token_invalid', 'throttled'],
})

/** Text of a request, an answer or a reason. */
export const requestText = line(maxRequestText)

/** `due_on`: the last day for the answer (GDPR, article 12(3)). `extension_reason` is empty if the time was not extended. */
export const dataRequestFacts = {
  id: z.int(),
  kind: z.enum(dataRequestKinds),
  text,
  received_at: time,
  due_on: dayText,
  extension_reason: text,
  answered_at: time.nullable(),
  outcome: z.enum(['done', 'refused', 'withdrawn']).nullable(),
  answer: text,
}
const ownDataRequest = z.object(dataRequestFacts)
export type OwnDataRequest = z.output<typeof ownDataRequest>

/** The restriction of an account. `lifts_at`: when it ends, as a manager has told its owner; null: until it is lifted. */
export const restriction = z.object({ at: time, lifts_at: time.nullable() })
export type Restriction = z.output<typeof restriction>

const restrictionOrNull = restriction.nullable()

export const listOwnDataRequests = endpoint({
  ...routes.listOwnDataRequests,
  summary: 'Lists the requests of the signed-in account about its data, newest first, and its restriction',
  reply: z.object({ restriction: restrictionOrNull, results: z.array(ownDataRequest) }),
  errors: [],
})

export const askDataRequest = endpoint({
  ...routes.askDataRequest,
  summary:
    'Asks to restrict the processing of the data of the signed-in account, which takes effect at once, or to correct them, or objects to their processing',
  body: z.object({
    kind: z.enum(dataRequestKinds, { error: absentOr('choice_invalid') }),
    text: requestText,
  }),
  account: true,
  status: 201,
  reply: ownDataRequest,
  errors: [...textRules, 'choice_invalid', 'requests_full', 'throttled'],
})

export const liftOwnRestriction = endpoint({
  ...routes.liftOwnRestriction,
  summary: 'Lifts the restriction of the signed-in account at once, and withdraws open requests for it',
  account: true,
  status: 204,
  errors: ['not_found'],
})

import { z } from 'zod'
import { descriptions } from './words/descriptions.ts'
import { endpoint } from './endpoint.ts'
import { textRules } from './error-codes.ts'
import { absentOr, line, opaque, password, dayText, moment } from './fields.ts'
import { languages } from './words/language.ts'
import { routes } from './routes.ts'
import { dataRequestKinds, maxRequestText } from './security/request-kinds.ts'

const text = z.string()
const time = moment
const details = z.record(z.string(), z.unknown())

/** What a record and a waiting delivery have in common. `description_text` is Greek. */
const booking = {
  description: z.enum(descriptions),
  description_text: text,
  points: z.int(),
  created_at: time,
  received_at: time,
  site: text.nullable(),
  reference: text,
  details,
}

/**
 * Everything that the portal stores about a person, as exported. The keys are stable: programs read them. Times are of
 * Europe/Athens with offset. `sites`: partner sites where the person is signed in, with the scopes of the consent.
 * `links`: mailed links. `mails`: mails that are queued, or were sent in the last hour. `audit`: who did what with the
 * person's data, and exports that contain it; staff by role only. `exports`: of staff.
 */
export const personalData = z.object({
  format: z.literal('portal-personal-data/1'),
  created_at: time,
  account: z.object({
    number: z.int(),
    sub: text,
    email: text,
    first_name: text,
    last_name: text,
    telephone: text,
    municipality: z.object({ name: text, regional_unit: text, region: text }).nullable(),
    /** null: never chosen, which means Greek. */
    language: z.enum(languages).nullable(),
    role: text.nullable(),
    is_active: z.boolean(),
    has_password: z.boolean(),
    created_at: time,
    activated_at: time.nullable(),
    last_sign_in_on: text.nullable(),
    /** When a mail about the erasure of the inactive account was sent. */
    warned_at: time.nullable(),
    /** When the account gets mails about new points records: at_once or daily; null: never. */
    points_mails: text.nullable(),
    /** The lock of the account by staff; null: none. */
    locked_at: time.nullable(),
    lock_reason: text.nullable(),
    locked_until: time.nullable(),
    /** Since when the processing is restricted; null: it is not. */
    restricted_at: time.nullable(),
    restriction_lifts_at: time.nullable(),
  }),
  points: z.object({
    available: z.int(),
    cookingoils: z.int(),
    reuse: z.int(),
    redeemed: z.int(),
    records: z.array(z.object({ number: z.int(), ...booking, reverses: z.int().nullable() })),
  }),
  /** Notes of staff about calls; staff by role only. */
  call_notes: z.array(z.object({ at: time, by: text, text })),
  /** `number`: of the record. Of the code only the last characters: it is a secret. */
  coupons: z.array(
    z.object({
      number: z.int(),
      ending: text,
      title: text,
      shop: text.nullable(),
      valid_until: text.nullable(),
      used_at: time.nullable(),
      cancelled_at: time.nullable(),
      title_en: text.nullable(),
      /** Number of the portal's offer; null: of a partner. */
      offer: z.int().nullable(),
      used_where: text.nullable(),
      /** Of the link that gives it away. */
      gift_at: time.nullable(),
      gift_until: time.nullable(),
    }),
  ),
  /** Printed ones; those that were revoked are deleted after some days. */
  cards: z.array(z.object({ printed_at: time, revoked_at: time.nullable() })),
  /** What phones and tills of partners recorded. `number`: of the record, or of that of the coupon. */
  desk_entries: z.array(
    z.object({
      number: z.int().nullable(),
      /** With its partner. */
      device: text,
      entry: text,
      outcome: text,
      created_at: time,
      received_at: time,
      sticker: text.nullable(),
      material: text.nullable(),
      quantity: z.number().nullable(),
      points: z.int().nullable(),
    }),
  ),
  stickers: z.array(
    z.object({ code: text, added_at: time, lost_at: time.nullable(), replaced_by: text.nullable() }),
  ),
  waiting_deliveries: z.array(z.object({ sticker: text, ...booking })),
  /** Deliveries that the person reported as not credited, and what desks recorded for somebody else: `record`, `visited_at`, `device` with its partner. */
  claims: z.array(
    z.object({
      number: z.int(),
      record: z.int().nullable(),
      visited_at: time.nullable(),
      device: text.nullable(),
      sticker: text.nullable(),
      place: text.nullable(),
      day: text,
      hour: z.int().nullable(),
      litres: z.number().nullable(),
      note: text,
      created_at: time,
      state: text,
      decided_at: time.nullable(),
      points: z.int().nullable(),
      reason: text.nullable(),
      answer: text,
    }),
  ),
  /** Sums of points that were unusual or above a limit, with the notes of staff. `cap`: the limit, or what staff gave by hand. */
  flags: z.array(
    z.object({
      site: text.nullable(),
      day: text,
      rejected: z.boolean(),
      credited_twice: z.boolean(),
      cap: z.int(),
      sum: z.int(),
      raised_at: time,
      resolved_at: time.nullable(),
      staff_note: text,
    }),
  ),
  /** Of the last 90 days. `expires_at`: until when the change can be confirmed; `undo_until`: until when the old address can take it back. */
  email_changes: z.array(
    z.object({
      from: text,
      to: text,
      by: text,
      requested_at: time,
      expires_at: time.nullable(),
      confirmed_at: time.nullable(),
      undo_until: time.nullable(),
      undone_at: time.nullable(),
    }),
  ),
  /**
   * Records by hand and other addresses that staff asked for and that needed a second person. `why`: their reason; `staff_note`: the
   * decision's. Of an address: without description and points.
   */
  requests: z.array(
    z.object({
      number: z.int(),
      description: z.enum(descriptions).nullable(),
      description_text: text,
      points: z.int().nullable(),
      why: text,
      requested_at: time,
      decision: text.nullable(),
      decided_at: time.nullable(),
      executed_at: time.nullable(),
      staff_note: text,
    }),
  ),
  /** Requests of the person about the own data: restriction, objection, rectification. */
  data_requests: z.array(
    z.object({
      number: z.int(),
      kind: text,
      text,
      received_at: time,
      due_on: text,
      extended_at: time.nullable(),
      extension_reason: text,
      answered_at: time.nullable(),
      outcome: text.nullable(),
      answer: text,
    }),
  ),
  sessions: z.array(
    z.object({
      created_at: time,
      last_seen_at: time,
      expires_at: time,
      browser: text,
      system: text,
      network: text,
    }),
  ),
  second_factors: z.object({
    app_added_at: time.nullable(),
    recovery_codes: z.int(),
    passkeys: z.array(z.object({ name: text, created_at: time, last_used_at: time.nullable() })),
  }),
  sites: z.array(z.object({ name: text, scopes: z.array(text) })),
  /** Also those that have ended. `words`: what the person agreed to; null: given before words were stored. */
  consents: z.array(
    z.object({
      site: text,
      /** Identifies the account there. */
      sub: text.nullable(),
      given_at: time,
      withdrawn_at: time.nullable(),
      scopes: z.array(text),
      refused: z.array(text),
      language: text,
      version: text,
      words: text.nullable(),
    }),
  ),
  links: z.array(z.object({ purpose: text, created_at: time, expires_at: time, used_at: time.nullable() })),
  mails: z.array(z.object({ kind: text, state: text, created_at: time })),
  /** Changed texts of which the person was informed. */
  notices: z.array(
    z.object({
      page: text,
      /** Of the version. */
      number: z.int(),
      mailed_at: time.nullable(),
      dismissed_at: time.nullable(),
    }),
  ),
  audit: z.array(
    z.object({
      at: time,
      by: text,
      role: text.nullable(),
      name: text.nullable(),
      network: text.nullable(),
      action: text,
      details,
    }),
  ),
  exports: z.array(
    z.object({
      subject: text,
      filter: details,
      begun_at: time,
      ended_at: time.nullable(),
      rows: z.int().nullable(),
      outcome: text.nullable(),
    }),
  ),
  erasure: z.object({ confirmed_at: time, due_at: time }).nullable(),
})
export type PersonalData = z.output<typeof personalData>

const withPassword = z.object({ current_password: password })
const withLink = z.object({ uid: opaque, token: opaque })

/** Errors of calls that ask for the password again. */
const passwordErrors = [...textRules, 'password_incorrect', 'throttled'] as const

export const exportOwnData = endpoint({
  ...routes.exportOwnData,
  summary: 'Downloads what is connected with the signed-in account, for programs',
  body: withPassword,
  account: true,
  status: 200,
  file: { name: 'my-data.json', type: 'application/json' },
  errors: passwordErrors,
})

export const exportOwnDataPage = endpoint({
  ...routes.exportOwnDataPage,
  summary: 'Downloads the same as a page to read and print',
  body: withPassword,
  account: true,
  status: 200,
  file: { name: 'my-data.html', type: 'text/html; charset=utf-8' },
  errors: passwordErrors,
})

export const describeErasure = endpoint({
  ...routes.describeErasure,
  summary: 'Returns when the signed-in account is erased, if that is scheduled, and what would be lost',
  status: 200,
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
  status: 200,
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
  status: 200,
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

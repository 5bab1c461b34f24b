/**
 * Every rejection of the portal, once: the code that the code uses, and what the wire says for it in the dialect of
 * Django REST framework and Djoser (docs/wire.md). Nothing else in the project knows these sentences; dialect.ts writes and reads them.
 *
 * `at` says where the sentence stands in the answer's body: under a `field`'s name, under `non_field_errors`, or as
 * the `detail`. A `field` given here is the one the rejection always belongs to; otherwise the error names it.
 * Words in braces are filled from the error's `params`.
 */
const table = {
  not_signed_in: { status: 401, at: 'detail', says: 'Authentication credentials were not provided.' },
  not_permitted: { status: 403, at: 'detail', says: 'You do not have permission to perform this action.' },
  csrf_cookie_missing: { status: 403, at: 'detail', says: 'CSRF Failed: CSRF cookie not set.' },
  csrf_token_wrong: { status: 403, at: 'detail', says: 'CSRF Failed: CSRF token missing or incorrect.' },
  csrf_other_site: {
    status: 403,
    at: 'detail',
    says: 'CSRF Failed: Origin checking failed - {origin} does not match any trusted origins.',
  },
  // A program's token (docs/partners.md): unknown, over, of a partner that was disabled; or one that may not do this.
  access_token_invalid: { status: 401, at: 'detail', says: 'Invalid or expired access token.' },
  scope_missing: { status: 403, at: 'detail', says: 'The access token lacks the scope {scope}.' },
  account_changed: { status: 409, at: 'detail', says: 'The session belongs to another account.' },
  not_found: { status: 404, at: 'detail', says: 'Not found.' },
  page_invalid: { status: 404, at: 'detail', says: 'Invalid page.' },
  method_not_allowed: { status: 405, at: 'detail', says: 'Method "{method}" not allowed.' },
  too_large: { status: 413, at: 'detail', says: 'Request body is too large.' },
  media_type_unsupported: { status: 415, at: 'detail', says: 'Unsupported media type "{type}" in request.' },
  throttled: {
    status: 429,
    at: 'detail',
    says: 'Request was throttled. Expected available in {seconds} seconds.',
  },
  server_fault: { status: 500, at: 'detail', says: 'A server error occurred. Request {request}.' },
  unavailable: { status: 503, at: 'detail', says: 'Service temporarily unavailable, try again later.' },

  json_unreadable: { status: 400, at: 'detail', says: 'JSON parse error - {reason}' },
  request_unreadable: { status: 400, at: 'detail', says: 'Malformed request.' },
  not_an_object: { status: 400, at: 'whole', says: 'Invalid data. Expected a dictionary, but got {type}.' },

  required: { status: 400, at: 'field', says: 'This field is required.' },
  blank: { status: 400, at: 'field', says: 'This field may not be blank.' },
  null: { status: 400, at: 'field', says: 'This field may not be null.' },
  null_characters: { status: 400, at: 'field', says: 'Null characters are not allowed.' },
  not_a_string: { status: 400, at: 'field', says: 'Not a valid string.' },
  too_long: { status: 400, at: 'field', says: 'Ensure this field has no more than {max} characters.' },
  invalid: { status: 400, at: 'field', says: 'Enter a valid value.' },
  email_invalid: { status: 400, at: 'field', says: 'Enter a valid email address.' },
  name_invalid: { status: 400, at: 'field', says: 'Enter a valid name.' },
  telephone_invalid: { status: 400, at: 'field', says: 'Enter a valid phone number.' },
  pk_type: { status: 400, at: 'field', says: 'Incorrect type. Expected pk value, received {type}.' },
  pk_unknown: { status: 400, at: 'field', says: 'Invalid pk "{pk}" - object does not exist.' },

  email_taken: {
    status: 400,
    at: 'field',
    field: 'email',
    says: 'user with this email address already exists.',
  },
  username_taken: {
    status: 400,
    at: 'field',
    field: 'username',
    says: 'A user with that username already exists.',
  },
  credentials_wrong: { status: 400, at: 'whole', says: 'Unable to log in with provided credentials.' },
  uid_invalid: { status: 400, at: 'field', field: 'uid', says: "Invalid user id or user doesn't exist." },
  token_invalid: { status: 400, at: 'field', field: 'token', says: 'Invalid token for given user.' },
  activation_stale: { status: 403, at: 'detail', says: 'Stale token for given user.' },
  passwords_differ: { status: 400, at: 'whole', says: "The two password fields didn't match." },
  password_incorrect: { status: 400, at: 'field', field: 'current_password', says: 'Invalid password.' },

  password_too_similar_email: {
    status: 400,
    at: 'field',
    says: 'The password is too similar to the email address.',
  },
  password_too_similar_first_name: {
    status: 400,
    at: 'field',
    says: 'The password is too similar to the first name.',
  },
  password_too_similar_last_name: {
    status: 400,
    at: 'field',
    says: 'The password is too similar to the last name.',
  },
  password_too_short: {
    status: 400,
    at: 'field',
    says: 'This password is too short. It must contain at least 8 characters.',
  },
  password_too_common: { status: 400, at: 'field', says: 'This password is too common.' },
  password_entirely_numeric: { status: 400, at: 'field', says: 'This password is entirely numeric.' },

  participant_unknown: {
    status: 400,
    at: 'field',
    field: 'participant',
    says: 'Select a valid choice. That choice is not one of the available choices.',
  },
  date_invalid: { status: 400, at: 'field', field: 'created_at', says: 'Enter a valid date.' },

  field_unknown: { status: 400, at: 'field', says: 'Unknown field.' },
  not_a_dictionary: { status: 400, at: 'field', says: 'Invalid data. Expected a dictionary.' },
  integer_invalid: { status: 400, at: 'field', says: 'A valid integer is required.' },
  number_invalid: { status: 400, at: 'field', says: 'A valid number is required.' },
  decimals: { status: 400, at: 'field', says: 'Ensure that there are no more than 3 decimal places.' },
  too_big: { status: 400, at: 'field', says: 'Ensure this value is less than or equal to {max}.' },
  too_small: { status: 400, at: 'field', says: 'Ensure this value is greater than or equal to {min}.' },
  choice_invalid: { status: 400, at: 'field', says: '"{choice}" is not a valid choice.' },
  list_type: { status: 400, at: 'field', says: 'Expected a list of items but got type "{type}".' },
  list_empty: { status: 400, at: 'field', says: 'This list may not be empty.' },
  list_too_long: { status: 400, at: 'field', says: 'Ensure this field has no more than {max} elements.' },
  moment_invalid: {
    status: 400,
    at: 'field',
    says: 'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm:ss[.uuuuuu](+HH:MM|-HH:MM|Z).',
  },
  moment_future: { status: 400, at: 'field', says: 'This moment lies in the future.' },
  moment_past: { status: 400, at: 'field', says: 'This moment lies before 2000.' },
  moment_too_old: {
    status: 400,
    at: 'field',
    says: 'This moment lies too far back. The oldest accepted is {oldest}.',
  },

  participant_one: {
    status: 400,
    at: 'field',
    field: 'participant',
    says: 'Exactly one of id, sub and sticker is required.',
  },
  points_or_measure: { status: 400, at: 'whole', says: 'Exactly one of points and measure is required.' },
  litres_or_items: {
    status: 400,
    at: 'field',
    field: 'measure',
    says: 'Exactly one of litres and item_count is required.',
  },
  measure_repeated: {
    status: 400,
    at: 'field',
    field: 'details',
    says: 'What stands in the measure does not belong in the details.',
  },
  sticker_repeated: {
    status: 400,
    at: 'field',
    field: 'details',
    says: 'The sticker stands in the participant already.',
  },
  points_sign: {
    status: 400,
    at: 'field',
    field: 'points',
    says: 'Points of this description have the other sign.',
  },
  description_not_allowed: {
    status: 400,
    at: 'field',
    field: 'description',
    says: 'This partner may not write this description.',
  },
  rate_missing: {
    status: 400,
    at: 'field',
    field: 'measure',
    says: 'There is no rate for this on that day.',
  },
  sticker_only_adds: {
    status: 400,
    at: 'field',
    field: 'participant',
    says: 'A record by sticker has to add points.',
  },
  waiting_full: {
    status: 409,
    at: 'detail',
    says: 'Too many of your deliveries wait for their stickers to be added.',
  },
  consent_missing: { status: 403, at: 'detail', says: 'The participant has not consented to this.' },
  reference_conflict: { status: 409, at: 'detail', says: 'This reference stands for other content already.' },
  cursor_invalid: { status: 400, at: 'field', field: 'after', says: 'A valid cursor is required.' },
  reference_unknown: {
    status: 400,
    at: 'field',
    field: 'reference',
    says: 'None of your records has this reference.',
  },
  points_insufficient: { status: 409, at: 'detail', says: "The participant's points do not suffice." },
  points_spent: { status: 409, at: 'detail', says: 'The points of this record have been spent already.' },
  points_not_given: {
    status: 409,
    at: 'detail',
    says: 'You have not given the participant as many points.',
  },
  reversal_only: {
    status: 400,
    at: 'field',
    field: 'description',
    says: 'A coupon is given back by reversing its record.',
  },
  reversal_exceeds: {
    status: 409,
    at: 'detail',
    says: 'Only {left} points of this record are left to reverse.',
  },
  already_reversed: { status: 409, at: 'detail', says: 'This record has been reversed already.' },
  not_reversible: {
    status: 400,
    at: 'field',
    field: 'reference',
    says: 'A record of this kind cannot be reversed.',
  },
  reversal_kind: {
    status: 400,
    at: 'field',
    field: 'as',
    says: 'A coupon is coupon_cancelled or coupon_reimbursed; anything else takes no choice.',
  },

  sticker_code_wrong: {
    status: 400,
    at: 'field',
    says: 'This is not a code of a sticker. Check its characters.',
  },
  sticker_unknown: { status: 400, at: 'field', says: 'There is no sticker with this code.' },
  sticker_taken: { status: 400, at: 'field', says: 'This sticker is in use already.' },
  sticker_not_yours: {
    status: 400,
    at: 'field',
    says: 'This sticker is not among those of your account.',
  },
  sticker_lost: { status: 400, at: 'field', says: 'This sticker was reported lost.' },
} as const satisfies Record<string, ErrorRow>

export type ErrorRow = { status: number; at: 'field' | 'whole' | 'detail'; field?: string; says: string }

export type ErrorCode = keyof typeof table

/** One thing that is wrong: its code, the field it belongs to (where the table names none), what fills its sentence. */
export type ErrorDetail = { code: ErrorCode; field?: string; params?: Record<string, string | number> }

/** A sentence of the wire that the table does not know, as it came. */
export type ForeignError = { code: 'unknown'; field?: string; says: string }

/** How each is said on the wire. */
export const errorRows: Record<ErrorCode, ErrorRow> = table

/** The rules for a new password (portal.md §5), in the order in which the dialect lists them. */
export const passwordRules = [
  'password_too_similar_email',
  'password_too_similar_first_name',
  'password_too_similar_last_name',
  'password_too_short',
  'password_too_common',
  'password_entirely_numeric',
] as const satisfies readonly ErrorCode[]

/** The errors that a text field's own reading can meet. */
export const textRules = [
  'required',
  'blank',
  'null',
  'null_characters',
  'not_a_string',
  'too_long',
] as const satisfies readonly ErrorCode[]

/** Codes that any endpoint may return; an endpoint lists the others in `rejects`. */
export const commonErrors = [
  'not_signed_in',
  'not_permitted',
  'csrf_cookie_missing',
  'csrf_token_wrong',
  'csrf_other_site',
  'account_changed',
  'access_token_invalid',
  'scope_missing',
  'method_not_allowed',
  'too_large',
  'media_type_unsupported',
  'server_fault',
  'unavailable',
  'json_unreadable',
  'request_unreadable',
  'not_an_object',
] as const satisfies readonly ErrorCode[]

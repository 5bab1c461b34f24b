/**
 * All error codes of the API with their status and message in the dialect of Django REST framework and Djoser
 * (docs/wire.md). dialect.ts formats the messages; no other file contains them.
 *
 * `at`: position of the message in the response body: under the field's name, under `non_field_errors` ('whole'), or as
 * `detail`. `field`: the field of the error, if it is always the same; otherwise ErrorDetail names it. Words in braces
 * are replaced with the error's `params`. `final: false`: the same request may be accepted later, so that a partner's program keeps its
 * record and sends it again (docs/partners.md).
 */
const table = {
  not_signed_in: { status: 401, at: 'detail', message: 'Authentication credentials were not provided.' },
  not_permitted: { status: 403, at: 'detail', message: 'You do not have permission to perform this action.' },
  csrf_cookie_missing: { status: 403, at: 'detail', message: 'CSRF Failed: CSRF cookie not set.' },
  csrf_token_wrong: { status: 403, at: 'detail', message: 'CSRF Failed: CSRF token missing or incorrect.' },
  csrf_other_site: {
    status: 403,
    at: 'detail',
    message: 'CSRF Failed: Origin checking failed - {origin} does not match any trusted origins.',
  },
  // Access tokens of partners (docs/partners.md): unknown, expired or of a disabled partner; or without the required
  // scope.
  access_token_invalid: {
    status: 401,
    at: 'detail',
    message: 'Invalid or expired access token.',
    final: false,
  },
  scope_missing: {
    status: 403,
    at: 'detail',
    message: 'The access token lacks the scope {scope}.',
    final: false,
  },
  account_changed: { status: 409, at: 'detail', message: 'The session belongs to another account.' },
  not_found: { status: 404, at: 'detail', message: 'Not found.' },
  // The configuration requires it of staff; only the calls that set one up are accepted.
  second_factor_required: { status: 403, at: 'detail', message: 'Set up a second factor first.' },
  page_invalid: { status: 404, at: 'detail', message: 'Invalid page.' },
  method_not_allowed: { status: 405, at: 'detail', message: 'Method "{method}" not allowed.' },
  too_large: { status: 413, at: 'detail', message: 'Request body is too large.' },
  media_type_unsupported: {
    status: 415,
    at: 'detail',
    message: 'Unsupported media type "{type}" in request.',
  },
  encoding_unsupported: {
    status: 415,
    at: 'detail',
    message: 'Unsupported content encoding "{encoding}" in request.',
  },
  throttled: {
    status: 429,
    at: 'detail',
    message: 'Request was throttled. Expected available in {seconds} seconds.',
    final: false,
  },
  server_fault: {
    status: 500,
    at: 'detail',
    message: 'A server error occurred. Request {request}.',
    final: false,
  },
  unavailable: {
    status: 503,
    at: 'detail',
    message: 'Service temporarily unavailable, try again later.',
    final: false,
  },

  json_unreadable: { status: 400, at: 'detail', message: 'JSON parse error - {reason}' },
  request_unreadable: { status: 400, at: 'detail', message: 'Malformed request.' },
  not_an_object: {
    status: 400,
    at: 'whole',
    message: 'Invalid data. Expected a dictionary, but got {type}.',
  },

  required: { status: 400, at: 'field', message: 'This field is required.' },
  blank: { status: 400, at: 'field', message: 'This field may not be blank.' },
  null: { status: 400, at: 'field', message: 'This field may not be null.' },
  null_characters: { status: 400, at: 'field', message: 'Null characters are not allowed.' },
  not_a_string: { status: 400, at: 'field', message: 'Not a valid string.' },
  too_long: { status: 400, at: 'field', message: 'Ensure this field has no more than {max} characters.' },
  invalid: { status: 400, at: 'field', message: 'Enter a valid value.' },
  email_invalid: { status: 400, at: 'field', message: 'Enter a valid email address.' },
  name_invalid: { status: 400, at: 'field', message: 'Enter a valid name.' },
  reference_invalid: { status: 400, at: 'field', message: 'Enter the number or the day of the request.' },
  telephone_invalid: { status: 400, at: 'field', message: 'Enter a valid phone number.' },
  pk_type: { status: 400, at: 'field', message: 'Incorrect type. Expected pk value, received {type}.' },
  pk_unknown: { status: 400, at: 'field', message: 'Invalid pk "{pk}" - object does not exist.' },

  email_taken: {
    status: 400,
    at: 'field',
    field: 'email',
    message: 'user with this email address already exists.',
  },
  username_taken: {
    status: 400,
    at: 'field',
    field: 'username',
    message: 'A user with that username already exists.',
  },
  email_same: {
    status: 400,
    at: 'field',
    field: 'email',
    message: 'This is the email address of the account already.',
  },
  email_change_recent: {
    status: 409,
    at: 'detail',
    message: 'The email address was changed. It can be changed again from {from} on.',
  },
  own_staff_account: {
    status: 409,
    at: 'detail',
    message: 'Operators cannot change their own role or disable themselves.',
  },
  staff_enabled: { status: 409, at: 'detail', message: 'Disable this account first.' },
  last_operator: { status: 409, at: 'detail', message: 'At least one active operator must remain.' },
  credentials_wrong: { status: 400, at: 'whole', message: 'Unable to log in with provided credentials.' },
  uid_invalid: { status: 400, at: 'field', field: 'uid', message: "Invalid user id or user doesn't exist." },
  token_invalid: { status: 400, at: 'field', field: 'token', message: 'Invalid token for given user.' },
  activation_stale: { status: 403, at: 'detail', message: 'Stale token for given user.' },
  passwords_differ: { status: 400, at: 'whole', message: "The two password fields didn't match." },
  password_incorrect: { status: 400, at: 'field', field: 'current_password', message: 'Invalid password.' },

  second_factor_wrong: { status: 400, at: 'field', field: 'code', message: 'This code is wrong or used.' },
  passkey_rejected: { status: 400, at: 'whole', message: 'The passkey was not accepted.' },
  confirmation_required: { status: 403, at: 'detail', message: 'Confirm your password first.' },
  confirmation_factor: { status: 403, at: 'detail', message: 'Confirm with your second factor, too.' },
  set_up_expired: { status: 409, at: 'detail', message: 'Start the set-up again.' },
  second_factor_last: {
    status: 409,
    at: 'detail',
    message: 'This is the last second factor; one is required.',
  },
  second_factor_missing: { status: 409, at: 'detail', message: 'This account has no second factor.' },
  totp_unavailable: { status: 409, at: 'detail', message: 'The portal does not offer codes of an app.' },
  passkeys_full: { status: 409, at: 'detail', message: 'This account has {max} passkeys already.' },

  password_too_similar_email: {
    status: 400,
    at: 'field',
    message: 'The password is too similar to the email address.',
  },
  password_too_similar_first_name: {
    status: 400,
    at: 'field',
    message: 'The password is too similar to the first name.',
  },
  password_too_similar_last_name: {
    status: 400,
    at: 'field',
    message: 'The password is too similar to the last name.',
  },
  password_too_short: {
    status: 400,
    at: 'field',
    message: 'This password is too short. It must contain at least 8 characters.',
  },
  password_too_common: { status: 400, at: 'field', message: 'This password is too common.' },
  password_entirely_numeric: { status: 400, at: 'field', message: 'This password is entirely numeric.' },

  participant_unknown: {
    status: 400,
    at: 'field',
    field: 'participant',
    message: 'Select a valid choice. That choice is not one of the available choices.',
  },
  date_invalid: { status: 400, at: 'field', field: 'created_at', message: 'Enter a valid date.' },

  field_unknown: { status: 400, at: 'field', message: 'Unknown field.' },
  not_a_dictionary: { status: 400, at: 'field', message: 'Invalid data. Expected a dictionary.' },
  integer_invalid: { status: 400, at: 'field', message: 'A valid integer is required.' },
  number_invalid: { status: 400, at: 'field', message: 'A valid number is required.' },
  decimals: { status: 400, at: 'field', message: 'Ensure that there are no more than 3 decimal places.' },
  too_big: { status: 400, at: 'field', message: 'Ensure this value is less than or equal to {max}.' },
  too_small: { status: 400, at: 'field', message: 'Ensure this value is greater than or equal to {min}.' },
  choice_invalid: { status: 400, at: 'field', message: '"{choice}" is not a valid choice.' },
  list_type: { status: 400, at: 'field', message: 'Expected a list of items but got type "{type}".' },
  list_empty: { status: 400, at: 'field', message: 'This list may not be empty.' },
  list_too_long: { status: 400, at: 'field', message: 'Ensure this field has no more than {max} elements.' },
  moment_invalid: {
    status: 400,
    at: 'field',
    message:
      'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm:ss[.uuuuuu](+HH:MM|-HH:MM|Z).',
  },
  moment_future: { status: 400, at: 'field', message: 'This timestamp is in the future.', final: false },
  moment_past: { status: 400, at: 'field', message: 'This timestamp is before 2000.' },
  moment_too_old: {
    status: 400,
    at: 'field',
    message: 'This timestamp is too old. The oldest accepted is {oldest}.',
  },

  participant_one: {
    status: 400,
    at: 'field',
    field: 'participant',
    message: 'Exactly one of id, sub and sticker is required.',
  },
  points_or_measure: { status: 400, at: 'whole', message: 'Exactly one of points and measure is required.' },
  litres_or_items: {
    status: 400,
    at: 'field',
    field: 'measure',
    message: 'Exactly one of litres and item_count is required.',
  },
  measure_repeated: {
    status: 400,
    at: 'field',
    field: 'details',
    message: 'Do not repeat fields of measure in details.',
  },
  sticker_repeated: {
    status: 400,
    at: 'field',
    field: 'details',
    message: 'Do not repeat the sticker of participant in details.',
  },
  coupon_description: {
    status: 400,
    at: 'field',
    field: 'coupon',
    message: 'A coupon needs the description coupon_created.',
  },
  coupon_repeated: {
    status: 400,
    at: 'field',
    field: 'details',
    message: 'Do not repeat the code and the shop of coupon in details.',
  },
  day_invalid: { status: 400, at: 'field', message: 'Enter a day as YYYY-MM-DD.' },
  coupon_ended: {
    status: 400,
    at: 'field',
    field: 'coupon.valid_until',
    message: 'This day is before the day of issue, {issued}.',
  },
  moment_before_record: {
    status: 400,
    at: 'field',
    message: 'This timestamp is before that of the record, {recorded}.',
  },
  points_sign: {
    status: 400,
    at: 'field',
    field: 'points',
    message: 'Points of this description must have the opposite sign.',
  },
  description_not_allowed: {
    status: 400,
    at: 'field',
    field: 'description',
    message: 'This partner may not write this description.',
    final: false,
  },
  rate_missing: {
    status: 400,
    at: 'field',
    field: 'measure',
    message: 'There is no rate for this on that day.',
    final: false,
  },
  sticker_only_adds: {
    status: 400,
    at: 'field',
    field: 'participant',
    message: 'A record by sticker must add points.',
  },
  waiting_full: {
    status: 409,
    at: 'detail',
    message: 'Too many of your deliveries wait for their stickers to be added.',
    final: false,
  },
  latitude_outside: { status: 400, at: 'field', message: 'Enter degrees between 34 and 42.' },
  longitude_outside: { status: 400, at: 'field', message: 'Enter degrees between 19 and 30.' },
  hours_invalid: {
    status: 400,
    at: 'field',
    message: 'Enter the hours of each weekday as times HH:MM, and the rule of public holidays.',
  },
  hours_many: { status: 400, at: 'field', message: 'Enter at most three intervals for each day.' },
  hours_overlap: { status: 400, at: 'field', message: 'Two intervals of a day overlap.' },
  place_taken: {
    status: 400,
    at: 'field',
    field: 'reference',
    message: 'Another collection point has this number.',
  },
  day_past: { status: 400, at: 'field', message: 'This day is in the past.' },
  period_reversed: { status: 400, at: 'field', message: 'The last day is before the first.' },
  file_columns: {
    status: 400,
    at: 'field',
    field: 'file',
    message: 'The first line of the file must name these columns and no others: {columns}.',
  },
  file_empty: { status: 400, at: 'field', field: 'file', message: 'The file is empty.' },
  file_long: { status: 400, at: 'field', field: 'file', message: 'The file has more than {max} lines.' },
  file_damaged: {
    status: 400,
    at: 'field',
    field: 'file',
    message: 'The file is damaged at line {line}.',
  },
  file_rows: {
    status: 400,
    at: 'field',
    field: 'file',
    message: 'Nothing is removed while rows of the file have errors.',
  },
  points_per_unit_invalid: {
    status: 400,
    at: 'field',
    message: 'Enter a number above 0 with at most four decimals.',
  },
  rate_overlaps: {
    status: 409,
    at: 'detail',
    message: 'Rate {rate} is valid for the same deliveries on one of these days.',
  },
  rate_ended: { status: 409, at: 'detail', message: 'This rate ends on {day}.' },
  rate_begins: { status: 409, at: 'detail', message: 'This rate begins on {day} and cannot end earlier.' },
  rate_used: { status: 409, at: 'detail', message: 'This rate gave points on {day}.' },
  municipality_taken: {
    status: 400,
    at: 'field',
    field: 'name',
    message: 'This regional unit has a municipality with this name.',
  },
  municipality_used: {
    status: 409,
    at: 'detail',
    message:
      '{people} accounts, {places} collection points, {records} points records and {offers} offers are linked to it.',
  },
  texts_in_files: { status: 409, at: 'detail', message: 'The texts are files of CONTENT_DIR.' },
  text_valid: { status: 409, at: 'detail', message: 'This text is valid already.' },
  notice_unchanged: {
    status: 409,
    at: 'detail',
    message: 'This text was not changed since its first version.',
  },
  already_decided: { status: 409, at: 'detail', message: 'This was already decided.' },
  record_too_old: { status: 409, at: 'detail', message: 'This record is older than {days} days.' },
  claims_full: { status: 409, at: 'detail', message: 'You have {max} open claims already.' },
  claim_own: { status: 403, at: 'detail', message: 'A colleague has to decide on this claim.' },
  claim_changed: {
    status: 409,
    at: 'detail',
    message: 'The account was credited meanwhile. Look at its deliveries again.',
  },
  delivery_gone: { status: 409, at: 'detail', message: 'This delivery does not wait any more.' },
  // Managers approve a day after an existing approver has confirmed them.
  approver_pending: {
    status: 403,
    at: 'detail',
    message: 'Another approver has to confirm this account first.',
  },
  approver_waiting: { status: 403, at: 'detail', message: 'This account approves from {from} on.' },
  request_own: { status: 403, at: 'detail', message: 'A second person has to decide on this request.' },
  request_impossible: {
    status: 409,
    at: 'detail',
    message: 'The requested change is not possible any more. Reject it.',
  },
  // The daily cap of the partner or of the participant.
  cap_reached: {
    status: 429,
    at: 'detail',
    message: 'The daily limit of points is reached. Send the record again later.',
    final: false,
  },
  consent_missing: {
    status: 403,
    at: 'detail',
    message: 'The participant has not given the scope {scope}. Ask the participant to sign in with it.',
    final: false,
  },
  // The participant's data may only be stored (GDPR, article 18), until the restriction is lifted; or points are redeemed while staff
  // lock the account, which partners do not learn.
  processing_restricted: {
    status: 403,
    at: 'detail',
    message: 'The processing of the data of this participant is restricted.',
    final: false,
  },
  requests_full: { status: 409, at: 'detail', message: 'You have {max} open requests already.' },
  extension_impossible: {
    status: 409,
    at: 'detail',
    message: 'The time for the answer has passed or was extended before.',
  },
  reference_conflict: {
    status: 409,
    at: 'detail',
    message: 'This reference was already used with other content.',
  },
  cursor_invalid: { status: 400, at: 'field', field: 'after', message: 'A valid cursor is required.' },
  reference_unknown: {
    status: 400,
    at: 'field',
    field: 'reference',
    message: 'You have no record with this reference.',
    final: false,
  },
  points_insufficient: {
    status: 409,
    at: 'detail',
    message: 'The participant does not have enough points.',
    final: false,
  },
  points_spent: {
    status: 409,
    at: 'detail',
    message: 'The points of this record have been spent already.',
    final: false,
  },
  points_not_given: {
    status: 409,
    at: 'detail',
    message: 'You have not given the participant that many points.',
    final: false,
  },
  reversal_only: {
    status: 400,
    at: 'field',
    field: 'description',
    message: 'To refund a coupon, reverse its record.',
  },
  reversal_exceeds: {
    status: 409,
    at: 'detail',
    message: 'Only {left} points of this record are left to reverse.',
  },
  already_reversed: { status: 409, at: 'detail', message: 'This record has been reversed already.' },
  not_reversible: {
    status: 400,
    at: 'field',
    field: 'reference',
    message: 'A record of this kind cannot be reversed.',
  },
  reversal_kind: {
    status: 400,
    at: 'field',
    field: 'as',
    message: 'Use coupon_cancelled or coupon_reimbursed for a coupon; omit this field for other records.',
  },

  coupon_unknown: {
    status: 400,
    at: 'field',
    field: 'reference',
    message: 'You have no coupon with a code under this reference.',
    final: false,
  },
  coupon_used: { status: 409, at: 'detail', message: 'This coupon was used at {used_at}.' },
  coupon_cancelled: { status: 409, at: 'detail', message: 'The points of this coupon were returned.' },
  coupon_expired: { status: 409, at: 'detail', message: 'The last day of this coupon was {day}.' },
  // Codes are removed some time after a coupon's use: it would be valid without one.
  coupon_code_gone: { status: 409, at: 'detail', message: 'The code of this coupon was removed.' },
  // Never, or until a day; or it was received as a gift.
  coupon_not_returnable: { status: 409, at: 'detail', message: 'This coupon cannot be given back.' },
  coupon_gift_open: {
    status: 409,
    at: 'detail',
    message: 'This coupon is being given away by a link. Withdraw the link first.',
  },
  gift_own: { status: 409, at: 'detail', message: 'This is your own coupon.' },

  offer_ended: { status: 409, at: 'detail', message: 'This offer has ended.' },
  offer_sold_out: { status: 409, at: 'detail', message: 'Nothing is left of this offer.' },
  offer_sold_out_today: { status: 409, at: 'detail', message: 'Nothing is left of this offer today.' },
  // `day`: when it is possible again; absent: never.
  offer_limit: {
    status: 409,
    at: 'detail',
    message: 'You have taken this offer as often as one person may.',
  },
  offer_changed: { status: 409, at: 'detail', message: 'This offer costs {points} points now.' },
  // Of a published offer.
  offer_fixed: { status: 400, at: 'field', message: 'This cannot be changed after the offer was published.' },
  picture_large: {
    status: 400,
    at: 'field',
    field: 'picture',
    message: 'The picture is larger than 300 KB.',
  },
  picture_type: {
    status: 400,
    at: 'field',
    field: 'picture',
    message: 'The picture is neither PNG nor JPEG.',
  },
  picture_damaged: { status: 400, at: 'field', field: 'picture', message: 'The picture is damaged.' },
  picture_dimensions: {
    status: 400,
    at: 'field',
    field: 'picture',
    message: 'The picture is wider or higher than 4000 pixels.',
  },

  // Not final: an imported sticker may have a code of another format.
  sticker_code_wrong: {
    status: 400,
    at: 'field',
    message: 'This is not a sticker code. Check its characters.',
    final: false,
  },
  sticker_unknown: { status: 400, at: 'field', message: 'There is no sticker with this code.' },
  sticker_taken: { status: 400, at: 'field', message: 'This sticker is in use already.' },
  sticker_not_yours: {
    status: 400,
    at: 'field',
    message: 'This sticker does not belong to your account.',
  },
  sticker_lost: { status: 400, at: 'field', message: 'This sticker was reported lost.' },

  // Phones and tills of partners. Unknown: the cookie is missing, or another phone has taken its place.
  desk_unknown: { status: 401, at: 'detail', message: 'This device is not enrolled.' },
  desk_closed: { status: 403, at: 'detail', message: 'Enter the PIN of the device first.' },
  desk_locked: {
    status: 403,
    at: 'detail',
    message: 'The device is locked after wrong PINs. Ask the operator to unlock it.',
  },
  desk_revoked: { status: 403, at: 'detail', message: 'The operator has revoked this device.' },
  desk_not_allowed: { status: 403, at: 'detail', message: 'This device may not do this.' },
  desk_code_wrong: {
    status: 400,
    at: 'field',
    field: 'code',
    message: 'This code enrols no device. It is wrong, was used, or is older than 15 minutes.',
  },
  desk_link_wrong: {
    status: 400,
    at: 'field',
    field: 'link',
    message: 'This link enrols no device. It is wrong, used up, withdrawn or too old.',
  },
  pin_invalid: { status: 400, at: 'field', field: 'pin', message: 'Enter 4 to 6 digits.' },
  pin_wrong: { status: 400, at: 'field', field: 'pin', message: 'Wrong PIN. Tries left: {left}.' },
  uuid_invalid: { status: 400, at: 'field', message: 'A valid UUID is required.' },
  card_unknown: { status: 400, at: 'field', message: 'There is no card with this code.' },
  card_expired: { status: 400, at: 'field', message: 'This card code is older than three minutes.' },
  card_used: { status: 400, at: 'field', message: 'Another device has read this card code already.' },
  entry_too_old: { status: 400, at: 'field', field: 'at', message: 'This entry is older than 72 hours.' },
  undo_late: { status: 409, at: 'detail', message: 'The use of a coupon can be undone for ten minutes.' },
  device_revoked: { status: 409, at: 'detail', message: 'This device is revoked.' },
  month_invalid: { status: 400, at: 'field', field: 'month', message: 'Enter a month as YYYY-MM.' },

  // Two operators have edited the same.
  import_rows: {
    status: 409,
    at: 'detail',
    message: 'Nothing is imported while rows of the file have errors.',
  },
  changed_meanwhile: { status: 409, at: 'detail', message: 'Somebody else has changed this meanwhile.' },

  // Names, links, colour and logo of the portal.
  https_address: {
    status: 400,
    at: 'field',
    message: 'Enter an address that begins with https://, or a path of this portal where one is allowed.',
  },
  colour_invalid: { status: 400, at: 'field', message: 'Enter a colour such as #1a6b48.' },
  contrast_low: {
    status: 400,
    at: 'field',
    message: 'The contrast of this colour on the pages is {ratio}; at least 4.5 is needed.',
  },
  logo_large: { status: 400, at: 'field', field: 'logo', message: 'The logo is larger than 200 KB.' },
  logo_type: { status: 400, at: 'field', field: 'logo', message: 'The logo is neither SVG nor PNG.' },
  logo_damaged: { status: 400, at: 'field', field: 'logo', message: 'The logo is damaged.' },
  logo_dimensions: {
    status: 400,
    at: 'field',
    field: 'logo',
    message: 'The logo is wider or higher than 2000 pixels.',
  },
  logo_active: {
    status: 400,
    at: 'field',
    field: 'logo',
    message: 'The logo contains scripts or event handlers.',
  },
  logo_external: {
    status: 400,
    at: 'field',
    field: 'logo',
    message: 'The logo contains links, or refers to other files.',
  },
  logo_entities: { status: 400, at: 'field', field: 'logo', message: 'The logo declares entities.' },
  logo_element: {
    status: 400,
    at: 'field',
    field: 'logo',
    message: 'The logo contains elements that are not accepted: save it as plain shapes, or as PNG.',
  },
  brand_fixed: {
    status: 409,
    at: 'detail',
    message: 'BRAND_FILE is set: the brand is changed in that file.',
  },

  // The registration of a partner. `line`: of a list, from 1 on.
  address_unreadable: {
    status: 400,
    at: 'field',
    message: "'{value}' is not a URL such as https://oil.example.gr/back.",
  },
  address_insecure: { status: 400, at: 'field', message: "'{value}' must begin with https://." },
  address_with_user: { status: 400, at: 'field', message: "'{value}' must not contain a user name." },
  address_with_fragment: { status: 400, at: 'field', message: "'{value}' must not contain #." },
  address_with_wildcard: {
    status: 400,
    at: 'field',
    message: "'{value}' must not contain *: URLs are compared exactly.",
  },
  address_private: { status: 400, at: 'field', message: "'{value}' is in a private network." },
  address_not_normalized: { status: 400, at: 'field', message: "'{value}' is not normalized; use {use}." },
  address_not_origin: { status: 400, at: 'field', message: "'{value}' is not an origin; use {use}." },
  sentence_invalid: {
    status: 400,
    at: 'field',
    message: "'{value}' must be a line of 1 to {max} characters.",
  },
  partner_name_invalid: {
    status: 400,
    at: 'field',
    field: 'name',
    message: 'must have 1 to {max} characters.',
  },
  client_id_invalid: {
    status: 400,
    at: 'field',
    field: 'client_id',
    message:
      "'{value}' must have 3 to 64 lowercase letters, digits and hyphens, and not begin with a hyphen.",
  },
  client_id_taken: { status: 400, at: 'field', field: 'client_id', message: "'{value}' is already used." },
  scope_openid_missing: {
    status: 400,
    at: 'field',
    field: 'scopes',
    message: 'a site with a redirect-uri needs the scope openid.',
  },
  scope_write_missing: {
    status: 400,
    at: 'field',
    field: 'descriptions',
    message: 'a partner that writes records needs the scope points:write.',
  },
  scope_redeem_missing: {
    status: 400,
    at: 'field',
    field: 'descriptions',
    message: 'a third party that redeems points needs the scope points:redeem.',
  },
  subject_first_party: {
    status: 400,
    at: 'field',
    field: 'subject_type',
    message: 'a first party has the public subs.',
  },
  subject_final: {
    status: 400,
    at: 'field',
    field: 'subject_type',
    message: 'pairwise subs are not changed back: the site would take its users for others.',
  },
  subject_hosts: {
    status: 400,
    at: 'field',
    field: 'redirect_uris',
    message:
      'a third party with subs of its own needs one host, not {hosts}. Register a partner for each, or choose the subject public.',
  },
  portal_secret_missing: {
    status: 409,
    at: 'detail',
    message: 'PORTAL_SECRET: missing. Partner sites require it; see docs/operations.md.',
  },
} as const satisfies Record<string, ErrorRow>

export type ErrorRow = {
  status: number
  at: 'field' | 'whole' | 'detail'
  field?: string
  message: string
  final?: false
}

export type ErrorCode = keyof typeof table

/**
 * An error: its code, its field (unless the table names it), and the values for the placeholders of its message. `final`: an
 * error that is final although its code is not always. `message`: of the server, in the browser.
 */
export type ErrorDetail = {
  code: ErrorCode
  field?: string
  params?: Record<string, string | number>
  final?: true
  message?: string
}

/** A message without a code. */
export type UnknownError = { code: 'unknown'; field?: string; message: string }

/** Status, position and message of each error code. */
export const errorRows: Record<ErrorCode, ErrorRow> = table

/** Errors of the validation of a text field. */
export const textRules = [
  'required',
  'blank',
  'null',
  'null_characters',
  'not_a_string',
  'too_long',
] as const satisfies readonly ErrorCode[]

/** Codes that any endpoint may return; an endpoint lists the others in `errors`. */
export const commonErrors = [
  'not_signed_in',
  'not_permitted',
  'second_factor_required',
  'confirmation_required',
  'csrf_cookie_missing',
  'csrf_token_wrong',
  'csrf_other_site',
  'account_changed',
  'access_token_invalid',
  'scope_missing',
  'method_not_allowed',
  'too_large',
  'media_type_unsupported',
  'encoding_unsupported',
  'server_fault',
  'unavailable',
  'json_unreadable',
  'request_unreadable',
  'not_an_object',
] as const satisfies readonly ErrorCode[]

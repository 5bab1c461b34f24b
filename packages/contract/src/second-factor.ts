import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { textRules } from './error-codes.ts'
import { idParam, line, password, qrCode, stickerCode, typeChecked, moment } from './fields.ts'
import { routes } from './routes.ts'
import { cleanLine } from './words/pasted-text.ts'

/** A code of an authenticator app, also typed as '123 456'. */
const totpCode = line(32, cleanLine).transform((text) => text.replace(/[\s-]/g, ''))

/** A recovery code. It has the format of a sticker code: a check character, letters that Greek and Latin share. */
const recoveryCode = stickerCode

const isObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined

/** `PublicKeyCredential.toJSON()` of the browser (WebAuthn, level 3); the service verifies it. */
const credential = typeChecked(isObject, 'not_a_dictionary', z.record(z.string(), z.unknown()))

/** Options for `parseRequestOptionsFromJSON` or `parseCreationOptionsFromJSON` (WebAuthn, level 3). */
const passkeyOptions = z.looseObject({ challenge: z.string() })

// The second step of a sign-in: with the cookie of a `login` whose reply has `second_factor`.

export const verifyCode = endpoint({
  ...routes.verifyCode,
  summary: 'Finishes a sign-in with a code of an authenticator app; the response replaces the session cookie',
  body: z.object({ code: totpCode }),
  reply: z.object({}),
  errors: [...textRules, 'second_factor_wrong', 'throttled'],
})

export const verifyRecoveryCode = endpoint({
  ...routes.verifyRecoveryCode,
  summary: 'Finishes a sign-in with a recovery code, which then is used up',
  body: z.object({ code: recoveryCode }),
  reply: z.object({}),
  errors: [...textRules, 'second_factor_wrong', 'throttled'],
})

export const beginPasskey = endpoint({
  ...routes.beginPasskey,
  summary: 'Returns the options with which the browser asks for a passkey (navigator.credentials.get)',
  reply: passkeyOptions,
  errors: [],
})

export const verifyPasskey = endpoint({
  ...routes.verifyPasskey,
  summary: 'Finishes a sign-in with a passkey',
  body: z.object({ credential }),
  reply: z.object({}),
  errors: ['required', 'null', 'not_a_dictionary', 'passkey_rejected', 'throttled'],
})

// The factors of the signed-in account.

/** Maximum passkeys of an account. */
export const maxPasskeys = 10

export const secondFactor = z.object({
  /** Whether the account must keep one. */
  required: z.boolean(),
  /** Whether the password and a factor were given in the last five minutes, so that the factors can be changed. */
  confirmed: z.boolean(),
  totp: z.object({
    /** Whether the portal offers it: it needs PORTAL_SECRET. */
    available: z.boolean(),
    added_at: moment.nullable(),
  }),
  passkeys: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      added_at: moment,
      last_used_at: moment.nullable(),
    }),
  ),
  recovery_codes_left: z.int(),
})
export type SecondFactor = z.output<typeof secondFactor>

/** New recovery codes, which are not shown again; none if the account has some. */
const newCodes = z.object({ recovery_codes: z.array(z.string()) })

export const showSecondFactor = endpoint({
  ...routes.showSecondFactor,
  summary: 'Lists the second factors of the signed-in account',
  reply: secondFactor,
  errors: ['not_signed_in'],
})

export const confirmPassword = endpoint({
  ...routes.confirmPassword,
  summary:
    'Confirms the password, and one of the second factors if there are some, so that they can be changed for five minutes',
  body: z.object({
    current_password: password,
    /** Of the authenticator app. */
    code: totpCode.optional(),
    /** It is used up. */
    recovery_code: recoveryCode.optional(),
    /** Made with the options of `beginConfirmation`. */
    credential: credential.optional(),
  }),
  account: true,
  status: 204,
  errors: [
    ...textRules,
    'not_a_dictionary',
    'password_incorrect',
    'confirmation_factor',
    'second_factor_wrong',
    'passkey_rejected',
    'throttled',
  ],
})

export const beginConfirmation = endpoint({
  ...routes.beginConfirmation,
  summary:
    'Returns the options with which the browser asks for a passkey that confirms (navigator.credentials.get)',
  account: true,
  reply: passkeyOptions,
  errors: [],
})

export const beginTotp = endpoint({
  ...routes.beginTotp,
  summary: 'Generates a secret for an authenticator app; it is active after a code confirms it',
  account: true,
  reply: z.object({
    /** Base32, to type into the app. */
    secret: z.string(),
    /** otpauth://, for apps on the same device. */
    uri: z.string(),
    /** Of the URI. */
    qr: qrCode,
  }),
  errors: ['confirmation_required', 'totp_unavailable'],
})

export const addTotp = endpoint({
  ...routes.addTotp,
  summary: 'Activates the authenticator app with its first code; replaces an earlier app',
  body: z.object({ code: totpCode }),
  account: true,
  reply: newCodes,
  errors: [...textRules, 'second_factor_wrong', 'set_up_expired', 'totp_unavailable', 'throttled'],
})

export const removeTotp = endpoint({
  ...routes.removeTotp,
  summary: 'Removes the authenticator app and ends the other sessions',
  account: true,
  status: 204,
  errors: ['confirmation_required', 'not_found', 'second_factor_last', 'throttled'],
})

export const beginAddPasskey = endpoint({
  ...routes.beginAddPasskey,
  summary: 'Returns the options with which the browser creates a passkey (navigator.credentials.create)',
  account: true,
  reply: passkeyOptions,
  errors: ['confirmation_required', 'passkeys_full'],
})

export const addPasskey = endpoint({
  ...routes.addPasskey,
  summary: 'Adds a passkey',
  body: z.object({ name: line(60), credential }),
  account: true,
  status: 201,
  reply: newCodes,
  errors: [
    ...textRules,
    'not_a_dictionary',
    'passkey_rejected',
    'set_up_expired',
    'passkeys_full',
    'throttled',
  ],
})

export const removePasskey = endpoint({
  ...routes.removePasskey,
  summary: 'Removes a passkey and ends the other sessions',
  params: idParam,
  account: true,
  status: 204,
  errors: ['confirmation_required', 'not_found', 'second_factor_last', 'throttled'],
})

export const makeRecoveryCodes = endpoint({
  ...routes.makeRecoveryCodes,
  summary: 'Generates ten recovery codes; earlier ones become invalid',
  account: true,
  reply: newCodes,
  errors: ['confirmation_required', 'second_factor_missing', 'throttled'],
})

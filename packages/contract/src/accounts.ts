import { z } from 'zod'
import {
  accountHeader,
  emailHeader,
  endpoint,
  erasureHeader,
  roleHeader,
  secondFactorHeader,
  sessionSecondsHeader,
} from './endpoint.ts'
import {
  absentOr,
  email,
  key,
  opaque,
  password,
  personName,
  signInEmail,
  storedName,
  storedTelephone,
  telephone,
  moment,
} from './fields.ts'
import { languages } from './words/language.ts'
import { textRules } from './error-codes.ts'
import { passwordRules } from './password-rules.ts'
import { routes } from './routes.ts'

/** Profile of the signed-in account (portal.md §3). Staff have no telephone and no municipality. */
export const profile = z.object({
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  is_staff: z.boolean(),
  telephone: z.string().optional(),
  municipality: z.int().nullable().optional(),
})
export type Profile = z.output<typeof profile>

export const me = endpoint({
  ...routes.me,
  summary: 'Returns the profile of the signed-in account',
  reply: profile,
  headers: {
    [accountHeader]: 'Identifies the account; send it in calls that change its data',
    [roleHeader]: 'Role of a staff account: clerk, manager or operator',
    [secondFactorHeader]:
      '`required` if the account has to set up a second factor before other calls of staff',
    [sessionSecondsHeader]: 'Seconds until the session ends if it is not used',
    [erasureHeader]: 'When the account is erased, if that is scheduled',
  },
  errors: ['not_signed_in'],
})

export const updateMe = endpoint({
  ...routes.updateMe,
  summary: 'Updates the names, and for customers the telephone and municipality, of the signed-in account',
  // Imported names and telephones may violate the rules for new ones; the service accepts them unchanged.
  body: z.object({
    first_name: storedName.optional(),
    last_name: storedName.optional(),
    telephone: storedTelephone.optional(),
    municipality: key.optional(),
  }),
  account: true,
  reply: profile,
  errors: [...textRules, 'name_invalid', 'telephone_invalid', 'pk_type', 'pk_unknown'],
})

export const chooseLanguage = endpoint({
  ...routes.chooseLanguage,
  summary: "Stores the language of the pages and mails of the signed-in customer's account",
  body: z.object({ language: z.enum(languages, { error: absentOr('choice_invalid') }) }),
  account: true,
  status: 204,
  errors: ['required', 'null', 'choice_invalid'],
})

export const signUp = endpoint({
  ...routes.signUp,
  summary:
    'Creates an account and sends a mail with the activation link. The query string is added to the link',
  query: z.record(z.string(), z.unknown()),
  body: z.object({
    first_name: personName,
    last_name: personName,
    telephone,
    municipality: key,
    email,
    username: z.unknown().optional(),
    password,
    re_password: password,
  }),
  status: 201,
  reply: z.object({
    email: z.string(),
    username: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    telephone: z.string(),
    municipality: z.int(),
  }),
  errors: [
    ...textRules,
    'name_invalid',
    'telephone_invalid',
    'email_invalid',
    'email_taken',
    'username_taken',
    'pk_type',
    'pk_unknown',
    ...passwordRules,
    'passwords_differ',
    'throttled',
  ],
})

export const activate = endpoint({
  ...routes.activate,
  summary: 'Activates an account with the link of an activation mail',
  body: z.object({ uid: opaque, token: opaque }),
  status: 204,
  headers: { [emailHeader]: 'E-mail address of the account, URI-encoded' },
  errors: [...textRules, 'uid_invalid', 'token_invalid', 'activation_stale', 'throttled'],
})

export const disown = endpoint({
  ...routes.disown,
  summary:
    'Reports a sign-up by a stranger, with the second link of an activation mail: deletes the account if it is not activated; otherwise ends its sessions, invalidates its password and sends a reset link',
  body: z.object({ uid: opaque, token: opaque }),
  status: 204,
  errors: [...textRules, 'uid_invalid', 'token_invalid', 'throttled'],
})

export const resendActivation = endpoint({
  ...routes.resendActivation,
  summary: 'Sends the activation mail again. The response does not reveal whether the account exists',
  query: z.record(z.string(), z.unknown()),
  body: z.object({ email }),
  status: 204,
  errors: [...textRules, 'email_invalid', 'throttled'],
})

const emailChange = z.object({
  /** A change whose link was not opened yet. */
  pending: z.object({ email: z.string(), expires_at: moment }).nullable(),
  /** When the address can be changed again: the old one can take the last change back until then. */
  next_from: moment.nullable(),
})
export type EmailChange = z.output<typeof emailChange>

export const showEmailChange = endpoint({
  ...routes.showEmailChange,
  summary: 'Returns the change of the e-mail address that waits for its confirmation',
  reply: emailChange,
  errors: ['not_signed_in'],
})

export const requestEmailChange = endpoint({
  ...routes.requestEmailChange,
  summary:
    'Sends a mail with a link that confirms it to a new e-mail address. Needs a recent confirmation of the password, and of a second factor if there is one. The response does not reveal whether the address has an account. Replaces an earlier request',
  body: z.object({ email }),
  account: true,
  status: 204,
  errors: [
    ...textRules,
    'email_invalid',
    'email_same',
    'email_change_recent',
    'confirmation_required',
    'throttled',
  ],
})

const emailLink = z.object({ uid: opaque, token: opaque })

export const confirmEmailChange = endpoint({
  ...routes.confirmEmailChange,
  summary:
    'Changes the e-mail address of an account with the link that the new one received, and mails the old one a link that takes it back',
  body: emailLink,
  status: 204,
  errors: [...textRules, 'uid_invalid', 'token_invalid', 'email_taken', 'throttled'],
})

export const restoreEmail = endpoint({
  ...routes.restoreEmail,
  summary:
    'Takes a change of the e-mail address back with the link that the old one received: ends all sessions, invalidates the password and sends a reset link to the old address. Second factors remain',
  body: emailLink,
  status: 204,
  errors: [...textRules, 'uid_invalid', 'token_invalid', 'throttled'],
})

export const login = endpoint({
  ...routes.login,
  summary:
    'Signs in; the response sets the session cookie. If it has `second_factor`, the cookie only allows the calls that verify one',
  body: z.object({ email: signInEmail, password: opaque }),
  reply: z.object({
    /** Factors that finish the sign-in; absent: the account has none and is signed in. */
    second_factor: z.object({ totp: z.boolean(), passkey: z.boolean(), recovery: z.boolean() }).optional(),
  }),
  errors: [...textRules, 'credentials_wrong', 'throttled'],
})

export const logout = endpoint({
  ...routes.logout,
  summary: 'Signs out and ends the session on the server',
  status: 204,
  errors: ['not_signed_in'],
})

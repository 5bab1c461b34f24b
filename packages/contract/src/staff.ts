import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { textRules } from './error-codes.ts'
import { idParam, moment, newStaff } from './fields.ts'
import { routes } from './routes.ts'
import { roles } from './security/permissions.ts'

/** An account of staff, for operators. */
export const staffMember = z.object({
  id: z.int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: z.enum(roles),
  active: z.boolean(),
  /** Whether the person has set a password. */
  has_password: z.boolean(),
  signed_in_at: moment.nullable(),
  /** Of managers: whether an approver has confirmed the account, and from when it approves (null: now, or not confirmed). */
  approver: z.object({ confirmed: z.boolean(), from: moment.nullable() }).nullable(),
})
export type StaffMember = z.output<typeof staffMember>

export const listStaff = endpoint({
  ...routes.listStaff,
  summary: 'Lists the accounts of staff: active ones first, then by surname',
  reply: z.array(staffMember),
  errors: [],
})

export const addStaff = endpoint({
  ...routes.addStaff,
  summary:
    'Adds an account of staff and mails its owner a link that sets the password. The address of a customer is rejected',
  body: newStaff,
  account: true,
  confirmed: true,
  status: 201,
  reply: staffMember,
  errors: [...textRules, 'email_invalid', 'email_taken', 'name_invalid', 'choice_invalid'],
})

export const changeStaffRole = endpoint({
  ...routes.changeStaffRole,
  summary: 'Changes the role of an account of staff, effective at once',
  params: idParam,
  body: newStaff.pick({ role: true }),
  account: true,
  confirmed: true,
  reply: staffMember,
  errors: ['required', 'null', 'choice_invalid', 'not_found', 'own_staff_account', 'last_operator'],
})

export const disableStaff = endpoint({
  ...routes.disableStaff,
  summary: 'Disables an account of staff: ends its sessions, and voids its password and its links',
  params: idParam,
  account: true,
  confirmed: true,
  reply: staffMember,
  errors: ['not_found', 'own_staff_account', 'last_operator'],
})

export const enableStaff = endpoint({
  ...routes.enableStaff,
  summary: 'Enables a disabled account of staff and mails its owner a link that sets a new password',
  params: idParam,
  account: true,
  confirmed: true,
  reply: staffMember,
  errors: ['not_found'],
})

export const endStaffSessions = endpoint({
  ...routes.endStaffSessions,
  summary: 'Ends all sessions of an account of staff, also at partner sites, and mails its owner',
  params: idParam,
  account: true,
  confirmed: true,
  reply: staffMember,
  errors: ['not_found'],
})

export const anonymizeStaff = endpoint({
  ...routes.anonymizeStaff,
  summary:
    'Removes the name, address and factors of a disabled account of staff, which then is not listed any more. Cannot be undone',
  params: idParam,
  account: true,
  confirmed: true,
  status: 204,
  errors: ['not_found', 'staff_enabled'],
})

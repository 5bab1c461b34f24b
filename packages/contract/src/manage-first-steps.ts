import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { textRules } from './error-codes.ts'
import { moment, newStaff, opaque, password } from './fields.ts'
import { passwordRules } from './password-rules.ts'
import { routes } from './routes.ts'

/** Body of `openFirstAccount`, without the token of its link. */
export const firstAccount = newStaff.omit({ role: true }).extend({ password })

export const checkFirstLink = endpoint({
  ...routes.checkFirstLink,
  summary: 'Checks the one-time link that a portal without staff prints at its start, without using it',
  body: z.object({ token: opaque }),
  status: 204,
  errors: [...textRules, 'token_invalid', 'throttled'],
})

export const openFirstAccount = endpoint({
  ...routes.openFirstAccount,
  summary: 'Creates the first operator with the one-time link of the terminal, and signs in',
  body: firstAccount.extend({ token: opaque }),
  status: 204,
  errors: [
    ...textRules,
    'token_invalid',
    'email_invalid',
    'email_taken',
    'name_invalid',
    ...passwordRules,
    'throttled',
  ],
})

/** What a new portal needs, in the order in which one step helps the next; at the end what is optional. */
export const firstSteps = [
  'mail',
  'company',
  'links',
  'municipalities',
  'colleague',
  'partner',
  'rate',
  'places',
  'texts',
  'stickers',
  'devices',
  'offers',
] as const
export type FirstStep = (typeof firstSteps)[number]

/** Of programmes whose partners have no software. A portal is complete without them. */
export const optionalSteps: readonly FirstStep[] = ['devices', 'offers']

/** `waiting`: for another person, such as a rate for its approval. */
export const stepStates = ['done', 'waiting', 'todo'] as const
export type StepState = (typeof stepStates)[number]

/** `stored`: no mail server is set, and the mail is in a folder of the server. */
export const mailOutcomes = ['waiting', 'sent', 'stored', 'refused', 'unreachable'] as const
export type MailOutcome = (typeof mailOutcomes)[number]

const mailTest = z.object({
  outcome: z.enum(mailOutcomes),
  at: moment,
  /** Of the mail server, such as '550 5.1.1' or ECONNREFUSED; empty if it gave none. */
  reply: z.string(),
})

const progress = z.object({
  steps: z.array(z.object({ name: z.enum(firstSteps), state: z.enum(stepStates), optional: z.boolean() })),
  /** The last test; null: none yet. */
  mail_test: mailTest.nullable(),
})
export type FirstStepsProgress = z.output<typeof progress>

export const showFirstSteps = endpoint({
  ...routes.showFirstSteps,
  summary: 'Returns what a new portal needs, and which of it is done, by its data',
  reply: progress,
  errors: [],
})

export const testMail = endpoint({
  ...routes.testMail,
  summary: 'Queues a test mail to the own address; `showFirstSteps` has its result',
  account: true,
  status: 204,
  errors: ['throttled'],
})

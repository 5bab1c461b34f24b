import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { absentOr } from './fields.ts'
import { routes } from './routes.ts'

/** When an account gets mails about new records: never, within minutes, or one a day. */
export const pointsMailModes = ['off', 'at_once', 'daily'] as const
export type PointsMailMode = (typeof pointsMailModes)[number]

const pointsMails = z.object({ mode: z.enum(pointsMailModes) })
const wanted = z.object({ mode: z.enum(pointsMailModes, { error: absentOr('choice_invalid') }) })
export type PointsMails = z.output<typeof pointsMails>

export const showPointsMails = endpoint({
  ...routes.showPointsMails,
  summary: 'Returns when the signed-in account gets mails about its points',
  reply: pointsMails,
  errors: ['not_signed_in'],
})

export const setPointsMails = endpoint({
  ...routes.setPointsMails,
  summary: 'Sets when the signed-in account gets mails about its points; for customers only',
  body: wanted,
  reply: pointsMails,
  account: true,
  errors: ['not_signed_in', 'not_permitted', 'required', 'null', 'choice_invalid'],
})

export const stopPointsMails = endpoint({
  ...routes.stopPointsMails,
  summary: 'Turns off the mails with this link (RFC 8058); also if they are off',
  params: z.object({ token: z.uuid() }),
  status: 204,
  errors: ['not_found'],
})

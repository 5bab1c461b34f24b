import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { routes } from './routes.ts'

export const describePartner = endpoint({
  ...routes.describePartner,
  summary: 'Which partner the access token stands for, and what it may do: to see whether a set-up works',
  status: 200,
  reply: z.object({
    client_id: z.string(),
    name: z.string(),
    /** Of the token. */
    scopes: z.array(z.string()),
    /** The codes of the records that the partner may write. */
    descriptions: z.array(z.string()),
  }),
  errors: ['access_token_invalid', 'throttled'],
})

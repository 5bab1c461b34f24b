import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { routes } from './routes.ts'

export const describePartner = endpoint({
  ...routes.describePartner,
  summary: 'Returns the partner of the access token and its permissions, e.g. to test a configuration',
  status: 200,
  reply: z.object({
    client_id: z.string(),
    name: z.string(),
    /** Scopes of the token. */
    scopes: z.array(z.string()),
    /** Descriptions of records that the partner may write. */
    descriptions: z.array(z.string()),
  }),
  errors: ['access_token_invalid', 'throttled'],
})

import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { routes } from './routes.ts'

/** `regional_unit` tells the two that are both called 'Ηρακλείου' apart. Names are in the genitive ('Κοζάνης'). */
export const municipality = z.object({ id: z.int(), name: z.string(), regional_unit: z.string() })
export type Municipality = z.output<typeof municipality>

export const listMunicipalities = endpoint({
  ...routes.listMunicipalities,
  summary: 'The municipalities that the portal serves, in alphabetical order',
  status: 200,
  reply: z.array(municipality),
  errors: [],
})

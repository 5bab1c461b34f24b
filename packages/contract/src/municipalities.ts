import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { routes } from './routes.ts'

/** `regional_unit` distinguishes the two municipalities called 'Ηρακλείου'. Names are in the genitive ('Κοζάνης'). */
export const municipality = z.object({ id: z.int(), name: z.string(), regional_unit: z.string() })
export type Municipality = z.output<typeof municipality>

export const listMunicipalities = endpoint({
  ...routes.listMunicipalities,
  summary: 'Lists the municipalities of the portal in alphabetical order',
  reply: z.array(municipality),
  errors: [],
})

import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { textRules } from './error-codes.ts'
import { absentOr, line, shortIdParam } from './fields.ts'
import { routes } from './routes.ts'

/** As in the file of `import municipalities`. */
export const newMunicipality = z.object({ name: line(200), regional_unit: line(200), region: line(200) })

/** Of the list on which the operator decided: a change of another version is rejected. */
const version = z.string({ error: absentOr('not_a_string') }).max(100, 'too_long')

/** `people`: accounts; `places`: collection points; `records`: points records in the sums of the dashboard; `offers`: for its people. */
const managedMunicipality = z.object({
  id: z.int(),
  name: z.string(),
  regional_unit: z.string(),
  region: z.string(),
  people: z.int(),
  places: z.int(),
  records: z.int(),
  offers: z.int(),
  version: z.string(),
})
export type ManagedMunicipality = z.output<typeof managedMunicipality>

export const listManagedMunicipalities = endpoint({
  ...routes.listManagedMunicipalities,
  summary: 'Lists the municipalities of the portal with what is linked to each',
  reply: z.array(managedMunicipality),
  errors: [],
})

export const addMunicipality = endpoint({
  ...routes.addMunicipality,
  summary: 'Adds a municipality, which people can then choose',
  body: newMunicipality,
  account: true,
  status: 204,
  errors: [...textRules, 'municipality_taken'],
})

export const renameMunicipality = endpoint({
  ...routes.renameMunicipality,
  summary: 'Changes the name, regional unit or region of a municipality',
  params: shortIdParam,
  body: newMunicipality.extend({ version }),
  account: true,
  status: 204,
  errors: [...textRules, 'municipality_taken', 'not_found', 'changed_meanwhile'],
})

export const removeMunicipality = endpoint({
  ...routes.removeMunicipality,
  summary: 'Removes a municipality to which no account, collection point, points record or offer is linked',
  params: shortIdParam,
  body: z.object({ version }),
  account: true,
  status: 204,
  errors: [
    'required',
    'null',
    'not_a_string',
    'too_long',
    'not_found',
    'changed_meanwhile',
    'municipality_used',
  ],
})

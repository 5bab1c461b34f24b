import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { textRules } from './error-codes.ts'
import { absentOr, key, line, optionalLine, shortIdParam, typeChecked } from './fields.ts'
import { absentIfEmpty, calendarDay, version } from './manage-fields.ts'
import { checkHours } from './hours/opening-hours.ts'
import { openingHours, place, placeKinds } from './places.ts'
import { queryText } from './points.ts'
import { routes } from './routes.ts'
import { closingMessageLength, degreesIn, placesPageSize, readDegrees } from './place-rules.ts'

/** Degrees as a number, or as people and spreadsheets write them: '40,30'. */
const degrees = (axis: 'latitude' | 'longitude') => {
  const [min, max] = degreesIn[axis]
  return typeChecked(
    readDegrees,
    `${axis}_outside`,
    z.number().min(min, `${axis}_outside`).max(max, `${axis}_outside`),
  )
}

/** `null`: unknown. */
const hoursInput = z.preprocess((value, context) => {
  if (value === null) return null
  const hours = checkHours(value)
  if (typeof hours !== 'string') return hours
  context.addIssue({ code: 'custom', message: hours })
  return z.NEVER
}, openingHours.nullable())

/** What is valid for every collection point, typed or imported. Its municipality is a number here, a name in files. */
const facts = z.object({
  /** The operator's own number. As long as that of a claim. */
  reference: line(100),
  kind: z.enum(placeKinds, { error: absentOr('choice_invalid') }),
  name: line(200),
  address: line(200),
  latitude: degrees('latitude'),
  longitude: degrees('longitude'),
  hours: optionalLine(200),
  /** Absent: stay as they are. */
  opening_hours: hoursInput.optional(),
})

/** Citizens see opening hours or a text about them. */
const withHours = <S extends typeof facts>(schema: S): S =>
  schema.refine(({ hours, opening_hours }) => hours !== '' || Boolean(opening_hours), {
    error: 'blank',
    path: ['hours'],
    when: ({ value }) => typeof value === 'object' && value !== null && 'hours' in value,
  })

export const placeFacts = withHours(facts)

/** Body of `addPlace`. */
export const newPlace = withHours(facts.extend({ municipality: key }))

/** `until`: the last closed day; absent: until further notice. Citizens see the message. */
export const placeClosing = z
  .object({
    from: calendarDay,
    until: absentIfEmpty(calendarDay),
    message: absentIfEmpty(line(closingMessageLength)),
  })
  .refine(({ from, until }) => until === undefined || until >= from, {
    error: 'period_reversed',
    path: ['until'],
  })

/** A collection point, for operators. `id` is the portal's number, `reference` the operator's own. */
const managedPlace = place.extend({
  id: z.int(),
  reference: z.string(),
  /** As the operator wrote it, perhaps empty. */
  hours: z.string(),
  version: z.int(),
})
export type ManagedPlace = z.output<typeof managedPlace>

export const listManagedPlaces = endpoint({
  ...routes.listManagedPlaces,
  summary: `Lists the collection points by municipality and name, ${placesPageSize} a page, for operators. \`search\`: parts of the number, name or address`,
  query: z.object({ search: queryText, municipality: queryText, kind: queryText, page: queryText }),
  reply: z.object({ count: z.int(), results: z.array(managedPlace) }),
  errors: ['page_invalid'],
})

export const findManagedPlace = endpoint({
  ...routes.findManagedPlace,
  summary: 'Returns a collection point, for operators',
  params: shortIdParam,
  reply: managedPlace,
  errors: ['not_found'],
})

const factErrors = [
  ...textRules,
  'choice_invalid',
  'pk_type',
  'pk_unknown',
  'latitude_outside',
  'longitude_outside',
  'hours_invalid',
  'hours_many',
  'hours_overlap',
  'place_taken',
] as const
const changeErrors = ['not_found', 'required', 'null', 'integer_invalid', 'changed_meanwhile'] as const

export const addPlace = endpoint({
  ...routes.addPlace,
  summary: 'Adds a collection point',
  body: newPlace,
  account: true,
  status: 201,
  reply: managedPlace,
  errors: factErrors,
})

export const changePlace = endpoint({
  ...routes.changePlace,
  summary: 'Changes a collection point',
  params: shortIdParam,
  body: newPlace.safeExtend({ version }),
  account: true,
  reply: managedPlace,
  errors: [...factErrors, ...changeErrors],
})

export const closePlace = endpoint({
  ...routes.closePlace,
  summary:
    'Closes a collection point for some days, both included, or until further notice. Replaces an earlier closing',
  params: shortIdParam,
  body: placeClosing.safeExtend({ version }),
  account: true,
  reply: managedPlace,
  errors: [...textRules, 'day_invalid', 'day_past', 'period_reversed', ...changeErrors],
})

export const openPlace = endpoint({
  ...routes.openPlace,
  summary: 'Ends the closing of a collection point, or cancels a planned one',
  params: shortIdParam,
  body: z.object({ version }),
  account: true,
  reply: managedPlace,
  errors: changeErrors,
})

export const removePlace = endpoint({
  ...routes.removePlace,
  summary: 'Removes a collection point. Records and claims that name it stay',
  params: shortIdParam,
  body: z.object({ version }),
  account: true,
  status: 204,
  errors: changeErrors,
})

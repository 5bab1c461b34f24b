import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { dayText } from './fields.ts'
import { holidayRules } from './hours/opening-hours.ts'
import { routes } from './routes.ts'

/** Green ATMs and orange bins take used cooking oil; reuse centres take and give items. */
export const placeKinds = ['green_atm', 'orange_bin', 'reuse_centre'] as const
export type PlaceKind = (typeof placeKinds)[number]

const day = z.array(z.object({ opens: z.string(), closes: z.string() }))

/**
 * Local times of each weekday, HH:MM. `closes` of an interval past midnight is earlier than `opens`; 24:00 is midnight.
 * `holidays`: whether public holidays are closed, or as usual on their weekday.
 */
export const openingHours = z.object({
  monday: day,
  tuesday: day,
  wednesday: day,
  thursday: day,
  friday: day,
  saturday: day,
  sunday: day,
  holidays: z.enum(holidayRules),
})

/**
 * A collection point. `hours` is text: a note of the operator, or in Greek what `opening_hours` says. Coordinates are WGS 84, in degrees. `closed`: now or later, both
 * days included.
 */
export const place = z.object({
  id: z.string(),
  kind: z.enum(placeKinds),
  name: z.string(),
  address: z.string(),
  municipality: z.object({ id: z.int(), name: z.string() }),
  latitude: z.number(),
  longitude: z.number(),
  hours: z.string(),
  opening_hours: openingHours.nullable(),
  closed: z.object({ from: dayText, until: dayText.nullable(), message: z.string().nullable() }).nullable(),
})
export type Place = z.output<typeof place>

export const listPlaces = endpoint({
  ...routes.listPlaces,
  summary: 'Lists the collection points by municipality and name',
  reply: z.array(place),
  errors: [],
})

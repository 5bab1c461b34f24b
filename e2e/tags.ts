/** Whether journeys tagged @slow and most widths are omitted: with them, journeys take 20 minutes on a slow machine. */
export const isQuick = process.env['TEST_SWEEPS'] === undefined

/** A sweep that `npm test -- --sweeps` runs. */
export const slow = { tag: '@slow' }

/**
 * Journeys that only `npm test -- --full` runs, which has to pass before a merge. The others are the ways of a citizen, a
 * clerk, an operator who opens a region and a partner site from end to end, and all pages at three widths.
 */
const onlyInFull = [
  'audit',
  'breakpoints',
  'catalogue',
  'catalogue-sign-up',
  'connected-sites',
  'dashboard',
  'date-picker',
  'devices',
  'header',
  'interruptions',
  'languages',
  'lasting',
  'malformed',
  'manage-company',
  'manage-devices',
  'manage-imports',
  'manage-keyboard',
  'manage-lost-session',
  'manage-municipalities',
  'manage-partners',
  'manage-places',
  'manage-rates',
  'manage-system',
  'manage-texts',
  'my-data',
  'public-pages',
  'staff-accounts',
  'staff-checks',
  'staff-stickers',
  'stickers',
  'translated',
  'why-points',
]
export const filesOnlyInFull = onlyInFull.map((name) => `journeys/${name}.spec.ts`)

/** A journey that `npm test -- --full` runs. */
export const full = { tag: '@full' }

/** A journey that needs its own portal in a file whose other journeys share one. */
export const alone = { tag: '@alone' }

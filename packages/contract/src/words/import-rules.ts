/** Imports nothing, so that the browser loads no schemas with it. */

/** What files the console imports here; collection points have a page of their own. */
export const importKinds = ['municipalities', 'participants', 'points', 'stickers'] as const
export type ImportKind = (typeof importKinds)[number]

/** 100,000 participants are 15 MB as CSV. */
export const maxImportBytes = 20_000_000
/** A file arrives in parts of this size: one body of 20 MB would hold up the calls of others. */
export const importPartBytes = 500_000

/**
 * `uploading`, then `waiting` and `running` for its check, `checked`; then `waiting` and `running` for the import, and `done`,
 * or `approval` while a second person has to decide. `failed`: nothing was imported.
 */
export const importStates = [
  'uploading',
  'waiting',
  'running',
  'checked',
  'approval',
  'done',
  'failed',
] as const
export type ImportState = (typeof importStates)[number]

/** Days after which an import and its file are deleted. */
export const importDays = 7

/** Why nothing was imported. */
export const importFailures = [
  'file_columns',
  'file_empty',
  'file_damaged',
  'file_rows',
  'workbook_unreadable',
  'workbook_large',
  'not_permitted',
  'fault',
] as const
export type ImportFailure = (typeof importFailures)[number]

/** Problems with a row that a page lists; the file to correct has all. */
export const maxShownProblems = 200

import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { textRules } from './error-codes.ts'
import { absentOr, moment, shortIdParam } from './fields.ts'
import { base64 } from './manage-fields.ts'
import { routes } from './routes.ts'
import {
  importFailures,
  importKinds,
  importPartBytes,
  importStates,
  maxImportBytes,
} from './words/import-rules.ts'

const params = shortIdParam

const counts = z.object({
  /** Rows of the file, those left out included. */
  rows: z.int(),
  added: z.int(),
  present: z.int(),
  left_out: z.int(),
  /** Participants without a name or telephone. */
  incomplete: z.int(),
})
export type ImportResult = z.output<typeof counts>

const listedImport = z.object({
  id: z.int(),
  kind: z.enum(importKinds),
  state: z.enum(importStates),
  /** What it waits for, does or has done. */
  step: z.enum(['check', 'import']),
  /** Whether all rows are imported, or none. */
  strict: z.boolean(),
  created_at: moment,
  by: z.string(),
  own: z.boolean(),
  counts: counts.nullable(),
})
export type ListedImport = z.output<typeof listedImport>

const preview = z.object({
  /** As the first line names them. `known`: whether the import reads them. */
  columns: z.array(z.object({ name: z.string(), known: z.boolean() })),
  missing: z.array(z.string()),
  rows: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })),
})
export type ImportPreview = z.output<typeof preview>

const shownImport = listedImport.extend({
  /** Rows that were read so far. */
  progress: z.int(),
  /** Imports that run or wait before this one. */
  ahead: z.int(),
  preview: preview.nullable(),
  /** The first rows that are left out; `line` from 1. `field`: null for the whole row. */
  problems: z.array(
    z.object({ line: z.int(), field: z.string().nullable(), code: z.string(), value: z.string() }),
  ),
  failure: z.enum(importFailures).nullable(),
  /** Columns that the file must have. */
  columns: z.array(z.string()),
  needs_approval: z.boolean(),
  /** Number of the request that a second person decides. */
  approval: z.int().nullable(),
})
export type ShownImport = z.output<typeof shownImport>

export const listImports = endpoint({
  ...routes.listImports,
  summary: 'Lists the imports of the last days, newest first',
  reply: z.object({ results: z.array(listedImport) }),
  errors: [],
})

export const beginImport = endpoint({
  ...routes.beginImport,
  summary: `Begins the upload of a CSV or XLSX file of at most ${maxImportBytes / 1e6} MB`,
  body: z.object({
    kind: z.enum(importKinds, { error: absentOr('choice_invalid') }),
    bytes: z
      .int({ error: absentOr('integer_invalid') })
      .min(1, 'blank')
      .max(maxImportBytes, 'too_long'),
  }),
  account: true,
  status: 201,
  reply: z.object({ id: z.int() }),
  errors: [...textRules, 'choice_invalid', 'integer_invalid'],
})

/** `content`: bytes in base64. `number`: from 0 on; the same part may be sent again. */
export const addImportPart = endpoint({
  ...routes.addImportPart,
  summary: `Stores a part of an uploaded file: ${importPartBytes} bytes, the last one fewer`,
  params,
  body: z.object({
    number: z
      .int({ error: absentOr('integer_invalid') })
      .min(0, 'integer_invalid')
      .max(Math.ceil(maxImportBytes / importPartBytes) - 1, 'integer_invalid'),
    content: base64(importPartBytes),
  }),
  account: true,
  status: 204,
  errors: [...textRules, 'integer_invalid', 'not_found', 'changed_meanwhile'],
})

export const checkImport = endpoint({
  ...routes.checkImport,
  summary: 'Checks an uploaded file, without importing it',
  params,
  account: true,
  reply: shownImport,
  errors: ['not_found', 'changed_meanwhile'],
})

export const findImport = endpoint({
  ...routes.findImport,
  summary: 'Returns an import of the caller: how far it is, its first rows and its errors',
  params,
  reply: shownImport,
  errors: ['not_found'],
})

export const startImport = endpoint({
  ...routes.startImport,
  summary: 'Imports a checked file',
  params,
  body: z.object({ strict: z.boolean({ error: absentOr('choice_invalid') }) }),
  account: true,
  confirmed: true,
  reply: shownImport,
  errors: ['required', 'null', 'choice_invalid', 'not_found', 'changed_meanwhile', 'import_rows'],
})

export const discardImport = endpoint({
  ...routes.discardImport,
  summary: 'Deletes an import of the caller with its file, unless it is running',
  params,
  account: true,
  status: 204,
  errors: ['not_found', 'changed_meanwhile'],
})

export const downloadLeftOut = endpoint({
  ...routes.downloadLeftOut,
  summary: 'Returns the rows that are left out, with the reason of each, as a CSV file that can be imported',
  params,
  file: { name: 'left-out-{id}.csv', type: 'text/csv; charset=utf-8' },
  errors: ['not_found'],
})

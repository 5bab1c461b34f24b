import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { textRules } from './error-codes.ts'
import { absentOr } from './fields.ts'
import { base64 } from './manage-fields.ts'
import { routes } from './routes.ts'
import { maxFileBytes } from './place-rules.ts'

/** Rows that a preview lists of each kind; it counts all. */
export const maxPreviewRows = 200

/** Why a row of a file is not imported. */
export const rowProblems = [
  'row_length',
  'row_damaged',
  'blank',
  'null_characters',
  'too_long',
  'choice_invalid',
  'latitude_outside',
  'longitude_outside',
  'municipality_unknown',
  'municipality_ambiguous',
  'repeated',
  'hours_invalid',
  'hours_many',
  'hours_overlap',
] as const
export type RowProblem = (typeof rowProblems)[number]

/** `file`: the bytes of a CSV file in base64, so that its encoding is found as by the command. */
const upload = z.object({
  file: base64(maxFileBytes),
  /** Whether collection points that the file lacks are removed. */
  remove_others: z.boolean({ error: absentOr('choice_invalid') }),
})

const named = z.object({ reference: z.string(), name: z.string() })
const listed = <S extends z.ZodType>(row: S) => z.object({ count: z.int(), rows: z.array(row) })

const placesPreview = z.object({
  added: listed(named),
  /** Values as the file has them. */
  changed: listed(
    named.extend({ fields: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })) }),
  ),
  unchanged: z.int(),
  removed: listed(named),
  /** Rows that are left out. `line` of the file, from 1; `field`: null for the whole row. */
  errors: listed(
    z.object({ line: z.int(), field: z.string().nullable(), code: z.enum(rowProblems), value: z.string() }),
  ),
  /** Identifies these changes: the import makes them, or none. */
  fingerprint: z.string(),
})
export type PlacesPreview = z.output<typeof placesPreview>

const uploadErrors = [
  ...textRules,
  'choice_invalid',
  'file_columns',
  'file_empty',
  'file_long',
  'file_damaged',
] as const

export const previewPlaces = endpoint({
  ...routes.previewPlaces,
  summary: `Says what an import of a CSV file of at most ${maxFileBytes / 1e6} MB would change, and changes nothing`,
  body: upload,
  account: true,
  reply: placesPreview,
  errors: uploadErrors,
})

export const importPlaces = endpoint({
  ...routes.importPlaces,
  summary: 'Imports a CSV file of collection points as its preview showed',
  body: upload.extend({ fingerprint: z.string({ error: absentOr('not_a_string') }).max(100, 'too_long') }),
  account: true,
  reply: z.object({
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    removed: z.int(),
    rejected: z.int(),
  }),
  errors: [...uploadErrors, 'file_rows', 'changed_meanwhile'],
})

export const exportPlaces = endpoint({
  ...routes.exportPlaces,
  summary: 'Returns all collection points as a CSV file that the import reads',
  file: { name: 'places.csv', type: 'text/csv; charset=utf-8' },
  errors: [],
})

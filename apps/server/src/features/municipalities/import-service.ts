import { basename } from 'node:path'
import type { Db } from '#server/db/database.ts'
import { readCsv } from '#server/lib/files/csv.ts'
import { FileError, FileErrors } from '#server/lib/files/file-errors.ts'
import { readLine } from '#server/lib/files/file-fields.ts'
import { fold } from '@portal/contract/greek-letters.ts'
import { insertMunicipalities, type MunicipalityRow } from './import-queries.ts'

type Municipalities = { rows: MunicipalityRow[]; errors: FileErrors }

/**
 * Takes in municipalities from a CSV file with the columns name, regional_unit and region, in any company. Those that
 * are there already stay as they are.
 * @param region takes those of one region alone; accents and letter case don't matter
 * @throws FileError; nothing was imported then
 */
export async function importMunicipalities(
  { db }: { db: Db },
  file: string,
  { region }: { region?: string | undefined } = {},
): Promise<{ added: number; present: number }> {
  const { rows, errors } = await readMunicipalities(file)
  errors.throwIfAny()
  const wanted = region === undefined ? rows : rows.filter((row) => fold(row.region) === fold(region.trim()))
  if (wanted.length === 0 && region !== undefined) {
    const regions = [...new Set(rows.map((row) => row.region))].sort((a, b) => a.localeCompare(b, 'el'))
    throw new FileError(
      `${basename(file)}: nothing was imported. No municipality is of the region '${region}'; the file has ${regions.join(', ')}.`,
    )
  }
  const added = await insertMunicipalities(db, wanted)
  return { added, present: wanted.length - added }
}

/** All of them at once: a country has some hundreds. */
async function readMunicipalities(file: string): Promise<Municipalities> {
  const errors = new FileErrors(basename(file))
  const columns = ['name', 'regional_unit', 'region'] as const
  const rows: MunicipalityRow[] = []
  for await (const { line, fields } of readCsv(file, { columns, others: 'ignored' }, errors)) {
    const name = readLine(errors, line, 'name', fields.name)
    const regionalUnit = readLine(errors, line, 'regional_unit', fields.regional_unit)
    const region = readLine(errors, line, 'region', fields.region)
    if (name && regionalUnit && region) rows.push({ name, regionalUnit, region })
  }
  return { rows, errors }
}

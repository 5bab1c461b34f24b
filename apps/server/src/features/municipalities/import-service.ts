import type { Db, Trx } from '#server/db/database.ts'
import type { Importing } from '#server/lib/files/import-batches.ts'
import { type CsvSource, nameOf, readCsv } from '#server/lib/files/read-csv.ts'
import { FileError, FileErrors } from '#server/lib/files/file-errors.ts'
import { readLine } from '#server/lib/files/file-fields.ts'
import { fold } from '@portal/contract/words/greek-letters.ts'
import { insertMunicipalities, type MunicipalityRow } from './import-queries.ts'

export const municipalityColumns = ['name', 'regional_unit', 'region'] as const

/**
 * Imports municipalities from a CSV file with the columns name, regional_unit and region; ignores other columns and
 * municipalities that already exist.
 * @param region imports only this region, ignoring accents and letter case
 * @throws FileError if `errors` are strict and a line has one, or if there is no such region; nothing is imported then
 */
export async function importMunicipalities(
  { db, beforeWriting }: { db: Db } & Pick<Importing, 'beforeWriting'>,
  file: CsvSource,
  {
    region,
    errors = new FileErrors(nameOf(file)),
  }: { region?: string | undefined; errors?: FileErrors } = {},
): Promise<{ added: number; present: number }> {
  const rows = await readMunicipalities(file, errors)
  errors.throwIfStrict()
  const wanted = region === undefined ? rows : rows.filter((row) => fold(row.region) === fold(region.trim()))
  if (wanted.length === 0 && region !== undefined) {
    const regions = [...new Set(rows.map((row) => row.region))].sort((a, b) => a.localeCompare(b, 'el'))
    throw new FileError(
      `${nameOf(file)}: nothing was imported. No municipality has the region '${region}'; the file has ${regions.join(', ')}.`,
    )
  }
  const write = async (trx: Db) => {
    const { length: added } = await insertMunicipalities(trx, wanted)
    const counts = { added, present: wanted.length - added }
    await beforeWriting?.(trx as Trx, counts)
    return counts
  }
  return db.isTransaction ? write(db) : db.transaction().execute(write)
}

/** Reads the whole file into memory: Greece has 332 municipalities. */
async function readMunicipalities(file: CsvSource, errors: FileErrors): Promise<MunicipalityRow[]> {
  const rows: MunicipalityRow[] = []
  for await (const { line, fields } of readCsv(
    file,
    { columns: municipalityColumns, others: 'ignored' },
    errors,
  )) {
    const name = readLine(errors, line, 'name', fields.name)
    const regionalUnit = readLine(errors, line, 'regional_unit', fields.regional_unit)
    const region = readLine(errors, line, 'region', fields.region)
    if (name && regionalUnit && region) rows.push({ name, regionalUnit, region })
  }
  return rows
}

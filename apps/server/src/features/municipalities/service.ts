import { fold } from '@portal/contract/words/greek-letters.ts'
import type { Db } from '#server/db/database.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { quote } from '#server/lib/files/file-errors.ts'
import { findMunicipality, listMunicipalities } from './queries.ts'

/** @throws ApiError pk_unknown if there is no municipality with this id */
export async function assertMunicipality(db: Db, id: number): Promise<void> {
  const found = Number.isSafeInteger(id) && id > 0 && id < 2 ** 31 && (await findMunicipality(db, id))
  if (!found) throw new ApiError([{ code: 'pk_unknown', field: 'municipality', params: { pk: id } }])
}

type UnknownMunicipality = 'municipality_unknown' | 'municipality_ambiguous'

/**
 * Returns a function that finds municipalities of imported files by name, ignoring accents and letter case. If several
 * have the same name, the regional unit in parentheses is required: 'Ηρακλείου (Ηρακλείου)'.
 */
export async function knownMunicipalities(
  db: Db,
): Promise<(name: string) => { id: number } | { error: string; code: UnknownMunicipality }> {
  const byName = new Map<string, { id: number; full: string }[]>()
  for (const { id, name, regionalUnit } of await listMunicipalities(db)) {
    const full = `${name} (${regionalUnit})`
    for (const spelling of [name, full]) {
      const others = byName.get(fold(spelling)) ?? []
      byName.set(fold(spelling), [...others, { id, full }])
    }
  }
  return (name) => {
    const [first, ...others] = byName.get(fold(name)) ?? []
    if (!first)
      return { error: `${quote(name)} is not a municipality of this portal`, code: 'municipality_unknown' }
    if (others.length === 0) return { id: first.id }
    return {
      code: 'municipality_ambiguous',
      error: `${quote(name)} is ambiguous. Write ${[first, ...others].map(({ full }) => full).join(' or ')}.`,
    }
  }
}

/** Returns a function that names municipalities in files, so that `knownMunicipalities` finds them. */
export async function municipalityNames(db: Db): Promise<(id: number) => string> {
  const all = await listMunicipalities(db)
  const spellings = Map.groupBy(all, ({ name }) => fold(name))
  const names = new Map(
    all.map(({ id, name, regionalUnit }) => {
      const isOnly = spellings.get(fold(name))?.length === 1
      return [id, isOnly ? name : `${name} (${regionalUnit})`]
    }),
  )
  return (id) => names.get(id) ?? ''
}

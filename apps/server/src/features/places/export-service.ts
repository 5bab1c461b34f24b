import { Readable } from 'node:stream'
import { writeHours } from '@portal/contract/hours/hours-notation.ts'
import { optionalPlaceColumns, placeColumns } from '@portal/contract/place-rules.ts'
import type { Db } from '#server/db/database.ts'
import { municipalityNames } from '#server/features/municipalities/service.ts'
import type { FileResponse } from '#server/lib/files/file-response.ts'
import { listPlaces } from './queries.ts'

const field = (value: string | number): string => {
  const text = String(value)
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Returns all collection points as the CSV file that the import reads. With a byte order mark and semicolons, so that
 * spreadsheets in Greek open it as a table.
 */
export async function exportPlaces({ db }: { db: Db }): Promise<FileResponse> {
  const nameOf = await municipalityNames(db)
  const places = await listPlaces(db)
  const degrees = (value: number) => String(value).replace('.', ',')
  const lines = places.map((place) =>
    [
      place.id,
      place.kind,
      place.name,
      place.address,
      nameOf(place.municipalityId),
      degrees(place.latitude),
      degrees(place.longitude),
      place.hours,
      place.openingHours ? writeHours(place.openingHours) : '',
    ]
      .map(field)
      .join(';'),
  )
  const text = `\ufeff${[[...placeColumns, ...optionalPlaceColumns].join(';'), ...lines].join('\r\n')}\r\n`
  return { rows: places.length, bytes: Buffer.byteLength(text), open: async () => Readable.from([text]) }
}

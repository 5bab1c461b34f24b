import type { ImportKind } from '@portal/contract/words/import-rules.ts'
import { importMunicipalities, municipalityColumns } from '#server/features/municipalities/import-service.ts'
import { importParticipants, participantColumns } from '#server/features/participants/import-service.ts'
import { importStickers, stickerColumns } from '#server/features/stickers/import-service.ts'
import { importPoints, pointsColumns } from '#server/ledger/import/import-records.ts'
import type { AuditActor } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import type { FileErrors } from '#server/lib/files/file-errors.ts'
import type { Importing } from '#server/lib/files/import-batches.ts'
import type { CsvSource } from '#server/lib/files/read-csv.ts'

type Context = Importing & Pick<AppContext, 'config'>

type Kind = {
  columns: readonly string[]
  /** @returns the counts, or the number of the request that has to be approved first */
  run: (
    context: Context,
    file: CsvSource,
    errors: FileErrors,
    author: AuditActor,
  ) => Promise<{ added: number; present: number; incomplete?: number } | { approval: number }>
}

/** What each kind of import reads, and the service that the command calls, too. */
export const kinds: Record<ImportKind, Kind> = {
  municipalities: {
    columns: municipalityColumns,
    run: (context, file, errors) => importMunicipalities(context, file, { errors }),
  },
  participants: { columns: participantColumns, run: importParticipants },
  points: {
    columns: pointsColumns,
    run: (context, file, errors, author) => importPoints(context, file, author, errors),
  },
  stickers: { columns: stickerColumns, run: importStickers },
}

import type { Db } from '#server/db/database.ts'
import type { Portal } from '#server/platform/portal.ts'

export async function prepareDemonstration(_portal: Portal, _say: (line: string) => void): Promise<void> {}
export async function refuseDemonstrationData(_db: Db): Promise<void> {}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Writes a file that lasts as long as the test. @returns its path */
export function fileOf(content: string | Buffer, name = 'file.csv'): string {
  const folder = mkdtempSync(join(tmpdir(), 'portal-file-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

/** What a call is refused with; fails where it succeeds. */
export const refusalOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => {
      throw new Error('It was not refused.')
    },
    (fault: unknown) => (fault instanceof Error ? fault.message : String(fault)),
  )

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

/** What a call is rejected with; fails where it succeeds. */
export const errorOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => {
      throw new Error('It was not rejected.')
    },
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

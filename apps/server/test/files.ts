import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Makes a folder that is removed after the test, or after all of them: `afterAll`. @returns its path */
export function temporaryFolder(after: (remove: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'portal-test-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes a temporary file that is deleted after the test. @returns its path */
export function fileOf(content: string | Buffer, name = 'file.csv'): string {
  const file = join(temporaryFolder(), name)
  writeFileSync(file, content)
  return file
}

/** Returns the error message of a rejected promise; throws if it is fulfilled. */
export const errorOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => {
      throw new Error('Expected a rejection.')
    },
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { FileErrors } from '../lib/files/file-errors.ts'
import { flag, n } from './arguments.ts'

/** Part of a file was imported. The message has the rows that were not; `result` is for standard output. */
export class PartlyImported extends Error {
  override name = 'PartlyImported'
  readonly result: string

  constructor(result: string, message: string) {
    super(message)
    this.result = result
  }
}

export const strict = { strict: flag }

const maxShown = 20

/**
 * Runs an import and writes the rows that were not imported to FILE.rejected.txt, which may contain personal data.
 * @param run returns the result for the terminal
 * @throws PartlyImported if there are such rows; FileError
 */
export async function importing(
  file: string,
  { strict }: { strict: boolean },
  run: (errors: FileErrors) => Promise<string>,
): Promise<string> {
  const errors = new FileErrors(basename(file), { strict })
  const result = await run(errors)
  const { rows, errors: lines } = errors.rejected
  if (rows === 0) return result
  const list = `${file}.rejected.txt`
  const isWritten = await writeFile(list, `${lines.join('\n')}\n`, { mode: 0o600 }).then(
    () => true,
    () => false,
  )
  const shown = isWritten ? lines.slice(0, maxShown) : lines
  throw new PartlyImported(
    result,
    [
      `${n(rows)} ${rows === 1 ? 'row was' : 'rows were'} not imported; the others were. Correct them and import the file again.`,
      ...shown.map((line) => `  ${line}`),
      isWritten
        ? `${list} has ${lines.length > shown.length ? 'all of them' : 'these lines'}.`
        : `Cannot write ${list}.`,
    ].join('\n'),
  )
}

import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The file system in memory of Linux. Containers often have one of 64 MB, without the right to run programs. */
const inMemory = '/dev/shm'

/** Bytes of files that the checks need at most, and of memory for them and the processes. */
const [maxFiles, maxMemory] = [4e9, 10e9]

/**
 * Creates the folder for the temporary files of all checks: in memory if there is enough. Each of a thousand tests creates and
 * drops a database of 900 files, which takes 40 ms there and 50 to 300 on a disk (ext4 without a journal).
 */
export function createTemporaryFolder(): string {
  const folder = createIn(inMemory) ?? mkdtempSync(join(tmpdir(), 'portal-checks-'))
  // PostgreSQL runs as another user if the tests run as root.
  chmodSync(folder, 0o711)
  return folder
}

function createIn(parent: string): string | undefined {
  let folder: string | undefined
  try {
    const { bavail, bsize } = statfsSync(parent)
    if (bavail * bsize < maxFiles || process.availableMemory() < maxMemory) return undefined
    folder = mkdtempSync(join(parent, 'portal-checks-'))
    const program = join(folder, 'program')
    writeFileSync(program, '', { mode: 0o755 })
    // Fails if programs must not run there.
    accessSync(program, constants.X_OK)
    rmSync(program)
    return folder
  } catch {
    if (folder) rmSync(folder, { recursive: true })
    return undefined
  }
}

import { DatabaseSync } from 'node:sqlite'

/** Another process has the embedded database open. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
  constructor() {
    super(
      'The embedded database is in use by another process. Stop the portal first, or run it on PostgreSQL (DATABASE_URL), which supports several processes.',
    )
  }
}

/**
 * Locks a folder for this process. The embedded database has no lock of its own: two processes on one folder lost 185
 * of 1,000 acknowledged inserts. Uses SQLite's lock on a separate file; the system releases it even if the process is
 * killed.
 * @returns releases the lock
 * @throws FolderInUse
 */
export function lockFolder(file: string): () => void {
  const lock = new DatabaseSync(file)
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch {
    lock.close()
    throw new FolderInUse()
  }
  return () => lock.close()
}

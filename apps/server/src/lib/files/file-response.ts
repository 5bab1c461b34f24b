import type { Readable } from 'node:stream'

/** A file that an answer carries: what is known of it beforehand, and how to have it. */
export type FileResponse = {
  /** How many rows it will have; absent where nobody counted them all. */
  rows: number | undefined
  /** About how many bytes, for whoever shows how far it has come. */
  bytes: number | undefined
  /** Begins to write it. Its errors are errors; later ones destroy the stream. */
  open: () => Promise<Readable>
}

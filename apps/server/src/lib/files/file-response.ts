import type { Readable } from 'node:stream'

/** A file response: its estimated size and a function that starts generating it. */
export type FileResponse = {
  /** Number of rows; undefined if they were not all counted. */
  rows: number | undefined
  /** Estimated size in bytes, for progress bars. */
  bytes: number | undefined
  /** Starts generating the file. Rejects with an ApiError; later errors destroy the stream. */
  open: () => Promise<Readable>
}

import type { Endpoint } from '@portal/contract/endpoint.ts'
import { send, Unreachable } from '#web/api/call.ts'
import type { InputOf } from '#web/api/route.ts'

/** Progress of a download: received bytes, and the approximate total if known. */
export type Progress = { bytes: number; expected: number | undefined }

/**
 * Downloads a complete workbook, or fails.
 * @param onProgress called for each chunk
 * @throws ApiError, Unreachable as `send` does; Unreachable also if the response is truncated
 */
export async function download<E extends Endpoint>(
  route: E,
  input: InputOf<E>,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const response = await send(route, input, signal)
  const expected = Number(response.headers.get('X-Estimated-Length')) || undefined
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  onProgress({ bytes, expected })
  try {
    const reader = response.body?.getReader()
    for (;;) {
      const part = await reader?.read()
      if (!part || part.done) break
      parts.push(part.value)
      bytes += part.value.length
      onProgress({ bytes, expected })
    }
  } catch (error) {
    if (signal.aborted) throw error
    throw new Unreachable('The response was truncated', { cause: error })
  }
  const file = new Blob(parts, { type: response.headers.get('Content-Type') ?? '' })
  if (!(await isWhole(file))) throw new Unreachable('The file is incomplete')
  // Cancelled while the end of the file was read.
  signal.throwIfAborted()
  return file
}

const directoryEnd = [0x50, 0x4b, 0x05, 0x06]

/**
 * A ZIP file ends with its 22-byte end-of-directory record. A proxy may end a response normally although the server's
 * was cut off; checking the file detects that.
 */
async function isWhole(file: Blob): Promise<boolean> {
  const end = new Uint8Array(await file.slice(-22).arrayBuffer())
  return directoryEnd.every((byte, at) => end[at] === byte)
}

/** Saves a file as a browser download. */
export function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Revoke the address later, when the browser has read the file; otherwise it stays in memory with the page.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

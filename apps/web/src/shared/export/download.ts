import type { Endpoint } from '@portal/contract/endpoint.ts'
import { send, Unreachable } from '#web/api/call.ts'
import type { InputOf, Route } from '#web/api/route.ts'

/** How far a download has come: bytes that are here, and about how many there will be, where somebody knows. */
export type Progress = { bytes: number; expected: number | undefined }

/**
 * Fetches a workbook whole, or not at all.
 * @param onProgress is told at each part that comes
 * @throws Refused, Unreachable as `send` does; Unreachable also where the answer breaks off
 */
export async function download<E extends Endpoint>(
  wire: Route<E>,
  input: InputOf<E>,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const response = await send(wire, input, signal)
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
    throw new Unreachable('The answer broke off', { cause: error })
  }
  const file = new Blob(parts, { type: response.headers.get('Content-Type') ?? '' })
  if (!(await isWhole(file))) throw new Unreachable('The file has no end')
  return file
}

const directoryEnd = [0x50, 0x4b, 0x05, 0x06]

/**
 * A workbook is a ZIP file, whose directory comes last and ends in 22 known bytes. A proxy may end an answer tidily
 * though the server's broke off; the file tells.
 */
async function isWhole(file: Blob): Promise<boolean> {
  const end = new Uint8Array(await file.slice(-22).arrayBuffer())
  return directoryEnd.every((byte, at) => end[at] === byte)
}

/** Hands a file to the browser to be saved. */
export function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has taken the file by the next turn; the address would keep it in memory as long as the page lives.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

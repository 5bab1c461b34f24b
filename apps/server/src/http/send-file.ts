import { finished, type Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#server/lib/errors/api-error.ts'
import type { FileResponse } from '#server/lib/files/file-response.ts'

/**
 * Streams a file that is generated while it is sent. HEAD returns the headers without generating it. If generation
 * fails, the connection is closed without the final chunk, so clients detect an incomplete file.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, type }: { name: string; type: string },
  { rows, bytes, open }: FileResponse,
): Promise<FastifyReply> {
  const body = request.method === 'HEAD' ? '' : await open()
  if (body !== '') endWithRights(request, body)
  if (rows !== undefined) void reply.header('X-Total-Count', String(rows))
  if (bytes !== undefined) void reply.header('X-Estimated-Length', String(bytes))
  // Disables nginx's response buffering, so that the download's progress is visible.
  void reply.header('X-Accel-Buffering', 'no')
  return reply.type(type).header('Content-Disposition', `attachment; filename="${name}"`).send(body)
}

/** Milliseconds between two checks of a caller who receives a file. */
const checkEveryMs = 1_000

/** Ends a file while it is sent, if its caller may no longer receive it: the session has ended, or the role has changed. */
function endWithRights({ checkAgain }: FastifyRequest, body: Readable): void {
  if (!checkAgain) return
  const check = () =>
    checkAgain().catch((error: unknown) => {
      if (error instanceof ApiError) body.destroy(error)
    })
  const timer = setInterval(() => void check(), checkEveryMs).unref()
  finished(body, () => clearInterval(timer))
}

import type { FastifyReply, FastifyRequest } from 'fastify'
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
  if (rows !== undefined) void reply.header('X-Total-Count', String(rows))
  if (bytes !== undefined) void reply.header('X-Estimated-Length', String(bytes))
  // Disables nginx's response buffering, so that the download's progress is visible.
  void reply.header('X-Accel-Buffering', 'no')
  return reply.type(type).header('Content-Disposition', `attachment; filename="${name}"`).send(body)
}

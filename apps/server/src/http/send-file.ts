import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileResponse } from '#server/lib/files/file-response.ts'

/**
 * Answers with a file that is written while it is sent. HEAD learns of it without its being begun. Where the writing
 * breaks off the connection does, too: an answer that ends tidily is whole.
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
  // nginx would keep it back, and the one who waits would see nothing come.
  void reply.header('X-Accel-Buffering', 'no')
  return reply.type(type).header('Content-Disposition', `attachment; filename="${name}"`).send(body)
}

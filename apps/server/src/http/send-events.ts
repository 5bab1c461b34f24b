import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Sends a stream of server-sent events. Proxies must neither buffer (nginx) nor compress it. */
export const sendEvents = (reply: FastifyReply, body: Readable | ''): FastifyReply =>
  reply
    .type('text/event-stream')
    .headers({ 'X-Accel-Buffering': 'no', 'Cache-Control': 'no-store, no-transform' })
    .send(body)

import type { FastifyInstance } from 'fastify'

export async function serveDocs(_app: FastifyInstance): Promise<void> {}

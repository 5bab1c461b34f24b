import { endpoints } from '@portal/contract/list/endpoint-list.ts'
import type { Plugin } from 'vite'
import { z } from 'zod'

const prefix = '\0endpoint:'
const moduleSideEffects = false

function schemaOf(reply: z.ZodType) {
  const { $schema: _, ...schema } = z.toJSONSchema(reply, { io: 'output' })
  return schema
}

function light(name: string) {
  const { method, path, access, reply, events } = endpoints[name] ?? {}
  return {
    method,
    path,
    access,
    ...(reply && { reply: schemaOf(reply) }),
    ...(events && { events: schemaOf(events) }),
  }
}

/**
 * Replaces `src/api/endpoints.ts`, which exports the contract's endpoints, with their methods, paths, callers and replies as JSON
 * Schema (`src/api/fits.ts`). Each is a module of its own: pages load those that they call, and no zod.
 */
export const lightEndpoints = (): Plugin => ({
  name: 'portal-light-endpoints',
  resolveId: (id) => (id.startsWith(prefix) ? { id, moduleSideEffects } : undefined),
  load(id) {
    if (id.startsWith(prefix)) {
      const name = id.slice(prefix.length)
      return { code: `export const ${name} = ${JSON.stringify(light(name))}`, moduleSideEffects }
    }
    if (!id.endsWith('/src/api/endpoints.ts')) return undefined
    const names = Object.keys(endpoints)
    const code = names.map((name) => `export { ${name} } from ${JSON.stringify(prefix + name)}`).join('\n')
    return { code, moduleSideEffects }
  },
})

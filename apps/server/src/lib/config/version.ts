import { createRequire } from 'node:module'

/** Version of the portal. */
export const { version } = createRequire(import.meta.url)('../../../package.json') as { version: string }

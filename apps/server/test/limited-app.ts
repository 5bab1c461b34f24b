import type { Endpoint } from '@portal/contract/endpoint.ts'
import type { InjectOptions } from 'fastify'
import { onTestFinished } from 'vitest'
import { buildApp } from '#server/app.ts'
import type { Config } from '#server/lib/config/config.ts'
import type { TestApp } from './test-app.ts'

/** Opens an app on the same database with other limits, or with trusted proxies, until the test ends. @returns how to call it */
export async function withLimits(
  { portal }: TestApp,
  limits: Partial<Config['limits']>,
  more: Partial<Pick<Config, 'trustProxy'>> = {},
) {
  const { config } = portal
  const app = await buildApp({
    ...portal,
    config: { ...config, ...more, limits: { ...config.limits, ...limits } },
  })
  onTestFinished(() => app.close())
  return ({ path: url }: Endpoint, payload: object, from: Partial<InjectOptions> = {}) =>
    app.inject({ method: 'POST', url, payload, ...from })
}

import { expect, it, onTestFinished } from 'vitest'
import { openTestApp } from '#test/test-app.ts'

it('buildApp limits the duration of a request to 120 seconds', async () => {
  const testApp = await openTestApp()
  onTestFinished(() => testApp.close())
  // Fastify's default is 0, no timeout. After it, Node responds with 408 and closes the connection.
  expect(testApp.app.server.requestTimeout).toBe(120_000)
  expect(testApp.app.server.headersTimeout).toBeGreaterThan(0)
})

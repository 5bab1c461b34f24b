import { expect, it, onTestFinished } from 'vitest'
import { openHouse } from '#test/test-app.ts'

it('nobody keeps a connection busy by sending a request for ever', async () => {
  const house = await openHouse()
  onTestFinished(() => house.close())
  // Fastify's own is 0: as long as one likes. Node closes the connection with a 408.
  expect(house.app.server.requestTimeout).toBe(120_000)
  expect(house.app.server.headersTimeout).toBeGreaterThan(0)
})

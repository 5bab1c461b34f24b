import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['./vitest.setup.ts'],
    // Wherever the tests run, the portal's clock is that of Athens: here it is far from it.
    env: { TZ: 'America/New_York' },
  },
})

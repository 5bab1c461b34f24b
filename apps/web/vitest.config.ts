import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'web',
    environment: 'happy-dom',
    // Half the time: 31 s instead of 59 s on two cores. The set-up cleans up after each test.
    isolate: false,
    // Frames stay blank: without this happy-dom reports each that it doesn't load.
    environmentOptions: {
      happyDOM: {
        settings: { enableIframePageLoading: true, navigation: { disableChildFrameNavigation: true } },
      },
    },
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['./vitest.setup.ts'],
    testTimeout: 20_000,
    // Wherever the tests run, the portal's clock is that of Athens: here it is far from it.
    env: { TZ: 'America/New_York' },
  },
})

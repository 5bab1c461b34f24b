import { configDefaults, defineConfig } from 'vitest/config'
import { lightEndpoints } from './vite/light-endpoints.ts'

export default defineConfig({
  plugins: [lightEndpoints()],
  test: {
    name: 'web',
    environment: 'happy-dom',
    // Half the time: 31 s instead of 59 s on two cores. The set-up cleans up after each test.
    isolate: false,
    // Do not load frames; without this happy-dom reports an error for each.
    environmentOptions: {
      happyDOM: {
        settings: { enableIframePageLoading: true, navigation: { disableChildFrameNavigation: true } },
      },
    },
    include: ['src/**/*.test.{ts,tsx}'],
    // As the server's.
    ...(process.env.TEST_QUICK !== undefined && { tagsFilter: ['!slow'] }),
    // The project of vitest.english.config.ts.
    exclude: [...configDefaults.exclude, 'src/**/*.english.test.tsx'],
    setupFiles: ['./vitest.setup.ts'],
    // Only for hanging tests, as on the server.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // A time zone far from Athens, to prove that the portal does not depend on it.
    env: { TZ: 'America/New_York' },
  },
})

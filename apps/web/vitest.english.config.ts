import { defineConfig, mergeConfig } from 'vitest/config'
import web from './vitest.config.ts'

/** Tests of the English pages. A separate project: the page's language is a constant of its modules, which files share. */
export default mergeConfig(
  { ...web, test: { ...web.test, include: [], exclude: [] } },
  defineConfig({
    test: {
      name: 'web-english',
      // After the other projects, whose number of workers may differ.
      sequence: { groupOrder: 1 },
      include: ['src/**/*.english.test.tsx'],
      setupFiles: ['./vitest.english-setup.ts'],
    },
  }),
)

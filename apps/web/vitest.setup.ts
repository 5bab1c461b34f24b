import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// The default of one second is too short for lazy-loaded pages on a busy machine.
configure({ asyncUtilTimeout: 30_000 })
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  cleanup()
})

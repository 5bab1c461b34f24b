import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// The library's own second is too short for a busy machine that fetches a page's code.
configure({ asyncUtilTimeout: 10_000 })
afterEach(cleanup)

import { QueryClient } from '@tanstack/react-query'
import { InvalidReply, Refused } from './call.ts'

const isFinal = (error: Error) =>
  error instanceof InvalidReply || (error instanceof Refused && error.status < 500)

/** The cache of what the server said. `staleTime` is that of portal.md §9; a rejection or an unexpected answer is not asked again. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5000,
        retry: (failures, error) => failures < 2 && !isFinal(error),
        // Without a network a call fails and says so; 'online' would let it wait without a word.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })

import { QueryClient } from '@tanstack/react-query'
import { InvalidReply, ApiError } from './call.ts'

const isFinal = (error: Error) =>
  error instanceof InvalidReply || (error instanceof ApiError && error.status < 500)

/** Creates the query cache. `staleTime` is from portal.md §9; error responses and invalid replies are not retried. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5000,
        retry: (failures, error) => failures < 2 && !isFinal(error),
        // Without a network, calls fail at once; 'online' would pause them without a message.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })

import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from './call.ts'
import { createQueryClient } from './query-client.ts'

describe('createQueryClient', () => {
  it('treats data as fresh for 5 seconds [§9 queries]', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const client = createQueryClient()
    const queryFn = vi.fn<() => Promise<string>>(async () => 'read')
    const read = () => client.fetchQuery({ queryKey: ['it'], queryFn })
    await read()
    vi.setSystemTime(Date.now() + 4999)
    await read()
    expect(queryFn).toHaveBeenCalledTimes(1)
    vi.setSystemTime(Date.now() + 2)
    await read()
    expect(queryFn).toHaveBeenCalledTimes(2)
  })

  it('retries after a network failure, not after an error response', async () => {
    vi.useFakeTimers()
    const client = createQueryClient()
    const asked = { error: 0, rejection: 0 }
    const watch = (name: keyof typeof asked, error: Error) =>
      new QueryObserver(client, {
        queryKey: [name],
        queryFn: () => {
          asked[name] += 1
          return Promise.reject(error)
        },
      }).subscribe(() => {})
    watch('error', new Error('no network'))
    watch('rejection', new ApiError(404, { detail: 'Not found.' }))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toEqual({ error: 3, rejection: 1 })
  })
})

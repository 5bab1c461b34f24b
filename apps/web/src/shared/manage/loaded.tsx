import type { ComponentProps, ReactNode } from 'react'
import { ApiError } from '#web/api/call.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Unloaded } from '#web/ui/feedback/unloaded.tsx'
import { ManagePage } from './manage-page.tsx'

type LoadedProps<Data> = {
  query: ComponentProps<typeof Unloaded>['query'] & { data: Data | undefined; error: Error | null }
  /** In place of data that cannot be loaded. */
  failed: string
  /** In place of what does not exist, or no longer. */
  gone?: ComponentProps<typeof EmptyState>
  /** Whether it is not in a panel. */
  whole?: boolean
  /** Said while it loads. */
  loading?: string
  /** The page around what is shown in place of the data, which are a page of their own. */
  page?: Omit<ComponentProps<typeof ManagePage>, 'children'>
  children: (data: Data) => ReactNode
}

/** What a query has loaded; until then that it loads, or why not. */
export function Loaded<Data>({ query, failed, gone, whole, loading, page, children }: LoadedProps<Data>) {
  const { data, error } = query
  const isGone = gone && error instanceof ApiError && error.has('not_found')
  if (data !== undefined && !isGone) return children(data)
  const content = isGone ? (
    <EmptyState {...gone} />
  ) : (
    <Unloaded
      {...{ query, failed, loading }}
      height="2rem"
      rows={3}
      className={whole || page ? 'panel pad stack gap-4' : 'stack gap-4'}
    />
  )
  return page ? <ManagePage {...page}>{content}</ManagePage> : content
}

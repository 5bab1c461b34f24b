import { ErrorState } from './empty-state.tsx'
import { LoadingPart, Skeleton } from './skeleton.tsx'

type UnloadedProps = {
  query: { data: unknown; isError: boolean; isFetched: boolean; refetch: () => unknown }
  /** Says that it cannot be loaded. */
  failed: string
  /** Height of what is expected, in CSS units, and of how many rows. */
  height: string
  rows?: number
  className?: string | undefined
  /** Said above the placeholders. */
  loading?: string | undefined
}

/** A part of a page until its data are there: placeholders, or the failure with a retry button. Nothing afterwards. */
export function Unloaded({ query, failed, height, rows = 1, className, loading }: UnloadedProps) {
  if (query.data !== undefined) return null
  if (query.isError) return <ErrorState title={failed} retry={() => void query.refetch()} />
  return (
    <LoadingPart className={className} isFirst={!query.isFetched}>
      {loading && <p className="muted">{loading}</p>}
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} width="100%" height={height} />
      ))}
    </LoadingPart>
  )
}

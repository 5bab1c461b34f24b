import type { UseQueryResult } from '@tanstack/react-query'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'

type NotYetProps = { query: Pick<UseQueryResult, 'isError' | 'isFetched' | 'refetch'>; failed: string }

/** In the place of a list that is not there: it loads, or cannot be loaded. */
export const NotYet = ({ query: { isError, isFetched, refetch }, failed }: NotYetProps) =>
  isError ? (
    <ErrorState title={failed} retry={() => void refetch()} />
  ) : (
    <LoadingPart className="stack gap-3" isFirst={!isFetched}>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} width="100%" height="1.5rem" />
      ))}
    </LoadingPart>
  )

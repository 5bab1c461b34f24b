import type { ComponentProps } from 'react'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { lazyPart, PartBoundary } from '#web/ui/layout/lazy-part.tsx'
import type { MapPart } from './map-part.tsx'

const Part = lazyPart(async () => (await import('./map-part.tsx')).MapPart)

/** A map of the points of a list, which loads after it. */
export const LazyMap = (props: ComponentProps<typeof MapPart>) => (
  <PartBoundary fallback={<Skeleton width="100%" height={props.begins ? '30rem' : '2.75rem'} />}>
    <Part {...props} />
  </PartBoundary>
)

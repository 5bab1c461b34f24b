import { useQuery } from '@tanstack/react-query'
import { ApiError } from '#web/api/call.ts'
import { problemText } from '#web/api/common-error-text.ts'
import { RatePreview } from '#web/shared/rates/rate-preview.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { rateChangeOptions } from './api.ts'
import { consequencesSentences, text } from './text.ts'

/** What a request for a change of the rates causes, for the manager who decides. */
export function RateChangePreview({ id, unit }: { id: number; unit: 'litre' | 'item' }) {
  const { data, error } = useQuery(rateChangeOptions(id))
  return (
    <section className="stack column gap-2" aria-label={`${text.consequences}: ${text.request(id)}`}>
      <h4 className="text-m">{text.consequences}</h4>
      {data ? (
        <RatePreview preview={data} unit={unit} />
      ) : error ? (
        <p role="alert">
          {error instanceof ApiError ? problemText(consequencesSentences, error) : text.consequencesFailed}
        </p>
      ) : (
        <LoadingPart isFirst={false}>
          <Skeleton width="100%" height="3rem" />
        </LoadingPart>
      )}
    </section>
  )
}

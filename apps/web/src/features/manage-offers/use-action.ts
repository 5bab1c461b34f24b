import type { ManagedOffer } from '@portal/contract/manage-offers.ts'
import { ApiError } from '#web/api/call.ts'
import { useOutcome } from '#web/shared/manage/outcome.tsx'
import { useOfferChanges } from './api.ts'

/** Changes of an offer by buttons, one at a time; after one by somebody else, the page shows the offer as it is now. */
export function useAction({ id }: Pick<ManagedOffer, 'id'>) {
  const { latest } = useOfferChanges()
  const { attempt, ...outcome } = useOutcome()
  const run = async (
    action: () => Promise<unknown>,
    done: string,
    failed: string,
    sentences: Parameters<typeof attempt>[2],
  ) =>
    !outcome.busy &&
    attempt(
      async () => {
        await action().catch(async (error: unknown) => {
          if (error instanceof ApiError && error.has('changed_meanwhile'))
            await latest(id).catch(() => undefined)
          throw error
        })
        return done
      },
      failed,
      sentences,
    )
  return { ...outcome, run }
}

import { useQuery } from '@tanstack/react-query'
import { Button } from '#web/ui/controls/button.tsx'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { confirm, secondFactorOptions } from './api.ts'
import { ConfirmForm } from './confirm-form.tsx'
import { staffMeans, text } from './text.ts'

/** Asks for password and second factor, over the page whose change needs them: what was typed there stays. */
export function ConfirmationDialog({ onClose }: { onClose: (confirmed: boolean) => void }) {
  const { data, isError, isFetched, refetch } = useQuery(secondFactorOptions)
  const cancel = () => onClose(false)
  return (
    <Modal labelledBy="confirm-title" onCancel={cancel}>
      {data ? (
        <ConfirmForm
          factors={data}
          means={staffMeans}
          onCancel={cancel}
          onConfirm={async (given) => {
            await confirm(given)
            onClose(true)
          }}
        />
      ) : (
        <div className="stack gap-4">
          <h2 id="confirm-title">{text.confirm}</h2>
          {isError ? (
            <ErrorState title={text.loadFailed} retry={() => void refetch()} />
          ) : (
            <LoadingPart isFirst={!isFetched}>
              <Skeleton width="100%" height="8rem" />
            </LoadingPart>
          )}
          <Button tone="ghost" onClick={cancel}>
            {text.cancel}
          </Button>
        </div>
      )}
    </Modal>
  )
}

import { createContext, useContext, useMemo, useState } from 'react'
import { Outlet } from 'react-router'
import { ApiError } from '#web/api/call.ts'
import { ShownError } from '#web/api/common-error-text.ts'
import { lazyPart as part, PartBoundary } from '#web/ui/layout/lazy-part.tsx'

/** Not in text.ts: every page of staff would load its sentences. */
const notConfirmed = 'Δεν επιβεβαιώσατε ότι είστε εσείς.'

const ConfirmDialog = part(async () => (await import('./dialog.tsx')).ConfirmationDialog)

type Ask = () => Promise<boolean>
const AskContext = createContext<Ask>(() => Promise.resolve(false))

/**
 * Returns a function that makes a change, and if the server answers `confirmation_required`, asks in a dialog for password
 * and second factor and makes it again.
 * @throws what the change throws; ShownError if the dialog is cancelled
 */
export function useConfirmation() {
  const ask = useContext(AskContext)
  return useMemo(
    () =>
      async <Reply,>(change: () => Promise<Reply>): Promise<Reply> => {
        try {
          return await change()
        } catch (error) {
          if (!(error instanceof ApiError && error.has('confirmation_required'))) throw error
          if (!(await ask())) throw new ShownError(notConfirmed)
          return change()
        }
      },
    [ask],
  )
}

/** Routes whose pages may use `useConfirmation`. */
export function ConfirmableRoutes() {
  // Of two changes at a time, one dialog answers both.
  const [waiting, setWaiting] = useState<((confirmed: boolean) => void)[]>([])
  const [ask] = useState<Ask>(
    () => () => new Promise((resolve) => setWaiting((before) => [...before, resolve])),
  )
  const close = (confirmed: boolean) => {
    for (const answer of waiting) answer(confirmed)
    setWaiting([])
  }
  return (
    <AskContext value={ask}>
      <Outlet />
      {waiting.length > 0 && (
        <PartBoundary fallback={null}>
          <ConfirmDialog onClose={close} />
        </PartBoundary>
      )}
    </AskContext>
  )
}

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call, send } from '#web/api/call.ts'
import { problemText } from '#web/api/common-error-text.ts'
import * as endpoints from '#web/api/endpoints.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { save } from '#web/shared/export/download.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AskingButton } from '#web/ui/dialogs/asking-button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import css from './points-mails.module.css'
import { cardSentences as sentences, cardText as text } from './printed-card-text.ts'

export const printedCardOptions = queryOptions({
  queryKey: ['card', 'printed'],
  queryFn: ({ signal }) => call(endpoints.showPrintedCard, {}, signal),
})

/** The citizen's card on paper: make it as a PDF, make it again, revoke it. */
export function PrintedCardSection() {
  const client = useQueryClient()
  const { data, isError, isFetched } = useQuery(printedCardOptions)
  const section = useRef<HTMLElement>(null)
  const { mutate, variables, isPending, isSuccess, error } = useMutation({
    mutationFn: async (act: 'make' | 'revoke') => {
      if (act === 'revoke') await call(endpoints.revokePrintedCard, {})
      else save(await (await send(endpoints.printCard, {})).blob(), text.file)
    },
    onSuccess: () => client.invalidateQueries({ queryKey: printedCardOptions.queryKey }),
  })
  useEffect(() => {
    // The clicked button may be gone.
    if (isSuccess) section.current?.querySelector<HTMLElement>('[data-success]')?.focus()
  }, [isSuccess])
  useEffect(() => {
    // The page of the card links here, and this section is loaded after the page.
    if (location.hash === '#printed-card') section.current?.scrollIntoView()
  }, [])

  const printedAt = data?.printed_at
  const isBusy = (what: 'make' | 'revoke') => isPending && variables === what
  const act = (what: 'make' | 'revoke') => !isPending && mutate(what)
  return (
    <section ref={section} id="printed-card" className={css.section} aria-labelledby="printed-card-title">
      <h2 id="printed-card-title">{text.title}</h2>
      <p className={css.intro}>{text.intro}</p>
      {!data && !isError && (
        <LoadingPart isFirst={!isFetched}>
          <Skeleton width="100%" height="3rem" />
        </LoadingPart>
      )}
      {!data && isError && <Notice tone="error">{text.loadFailed}</Notice>}
      {error && (
        <Notice tone="error" title={variables === 'make' ? text.failed : text.notRevoked}>
          <p>{problemText(sentences, error)}</p>
        </Notice>
      )}
      {isSuccess && (
        <Notice tone="success" key={variables}>
          <p>{variables === 'make' ? text.made : text.revoked}</p>
        </Notice>
      )}
      {data && (
        <>
          <p className="mt-4">{printedAt ? text.printedAt(formatDateTime(printedAt)) : text.none}</p>
          <div className="actions mt-4">
            {printedAt ? (
              <>
                <AskingButton
                  label={text.makeAgain}
                  busy={isBusy('make')}
                  title={text.againQuestion}
                  cancel={text.cancel}
                  onConfirm={() => act('make')}
                >
                  <p>{text.againMeans}</p>
                </AskingButton>
                <AskingButton
                  label={text.revoke}
                  busy={isBusy('revoke')}
                  title={text.revokeQuestion}
                  cancel={text.cancel}
                  onConfirm={() => act('revoke')}
                >
                  <p>{text.revokeMeans}</p>
                </AskingButton>
              </>
            ) : (
              <Button tone="ghost" busy={isPending} onClick={() => act('make')}>
                {text.make}
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  )
}

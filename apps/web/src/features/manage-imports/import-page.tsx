import type { ShownImport } from '@portal/contract/manage-imports.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { ApiError } from '#web/api/call.ts'
import { problemText } from '#web/api/common-error-text.ts'
import { ManagePage } from '#web/shared/manage/manage-page.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { importOptions, useImports } from './api.ts'
import css from './manage-imports.module.css'
import { Counts, Preview, Problems } from './result.tsx'
import { failureTexts, kindNames, sentences, text } from './text.ts'

const list = '/admin/manage/imports'

/** /admin/manage/imports/:importId: what a file would do, its start, how far it is and what it did. */
export function ImportPage() {
  const { importId = '' } = useParams()
  const { data, error, isFetched, refetch } = useQuery(importOptions(importId))
  const isGone = error instanceof ApiError && error.status === 404
  return (
    <ManagePage
      title={data ? `${text.title}: ${kindNames[data.kind]}` : text.title}
      back={{ to: list, label: text.title }}
      actions={
        <div className="no-phone">
          <ButtonLink tone="ghost" to={list}>
            {text.all}
          </ButtonLink>
        </div>
      }
    >
      {data && !isGone ? (
        <Shown one={data} />
      ) : error ? (
        <ErrorState
          title={isGone ? text.gone : text.importFailed}
          {...(!isGone && { retry: () => void refetch() })}
        />
      ) : (
        <LoadingPart className={css.panel} isFirst={!isFetched}>
          <Skeleton width="100%" height="8rem" />
        </LoadingPart>
      )}
    </ManagePage>
  )
}

function Shown({ one }: { one: ShownImport }) {
  const { state, failure, preview, approval } = one
  const status = useRef<HTMLDivElement>(null)
  const isWorking = state === 'waiting' || state === 'running'
  const wasWorking = useRef(isWorking)

  // The button that started it is gone, and screen readers hear how it ended.
  useEffect(() => {
    if (wasWorking.current === isWorking) return
    wasWorking.current = isWorking
    status.current?.querySelector<HTMLElement>('[data-success], [data-problem], h2')?.focus()
  }, [isWorking])

  return (
    <>
      <div ref={status} className="stack column gap-6">
        {isWorking && <Working one={one} />}
        {state === 'done' && <Notice tone="success" title={text.done} />}
        {state === 'failed' && (
          <Notice tone="error" title={text.notDone}>
            <p>{failureTexts[failure ?? 'fault']}</p>
          </Notice>
        )}
        {state === 'approval' && (
          <Notice tone="success" title={text.approvalTitle}>
            <p>{text.approval(approval)}</p>
          </Notice>
        )}
        {!isWorking && state !== 'failed' && <Counts one={one} />}
      </div>
      {!isWorking && <Problems one={one} />}
      {preview && state !== 'done' && <Preview preview={preview} />}
      {!isWorking && (
        <Actions one={one}>{(state === 'checked' || state === 'approval') && <Start one={one} />}</Actions>
      )}
    </>
  )
}

function Working({ one: { state, step, progress, ahead, counts } }: { one: ShownImport }) {
  const label = step === 'check' ? text.checking : text.importing
  const total = step === 'import' ? counts?.rows : undefined
  return (
    <section className={css.panel} aria-labelledby="working">
      <h2 className="text-xl" id="working" tabIndex={-1}>
        {state === 'waiting' ? text.waits : label}
      </h2>
      {state === 'waiting' ? (
        <p>{text.ahead(ahead)}</p>
      ) : (
        <ProgressBar
          label={label}
          percent={total ? Math.min(100, Math.round((progress / total) * 100)) : undefined}
          valueText={text.read(progress)}
        />
      )}
      <p className="note">{text.mayLeave}</p>
    </section>
  )
}

function Start({ one }: { one: ShownImport }) {
  const { start, latest } = useImports()
  const [strict, setStrict] = useState(one.strict)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const leftOut = one.counts?.left_out ?? 0
  const blocked =
    leftOut === 0 ? undefined : one.needs_approval ? text.needsClean : strict && text.strictBlocked
  const id = String(one.id)
  const run = async () => {
    if (isBusy) return
    setIsBusy(true)
    setProblem(undefined)
    try {
      await start(id, strict)
    } catch (error) {
      setProblem(problemText(sentences, error))
      if (error instanceof ApiError && error.has('changed_meanwhile')) await latest(id)
    } finally {
      setIsBusy(false)
    }
  }
  if (one.counts?.added === 0) return <p>{text.nothing}</p>
  return (
    <>
      <label className={css.choice}>
        <input type="checkbox" checked={strict} onChange={({ target }) => setStrict(target.checked)} />
        {text.strict}
      </label>
      {one.needs_approval && one.state === 'checked' && <p>{text.needsApproval}</p>}
      {problem !== undefined && (
        <Notice tone="error" title={text.notStarted}>
          <p>{problem}</p>
        </Notice>
      )}
      {blocked ? (
        <p role="status">{blocked}</p>
      ) : (
        <div>
          <Button busy={isBusy} onClick={() => void run()}>
            {text.start}
          </Button>
        </div>
      )}
    </>
  )
}

function Actions({ one, children }: { one: ShownImport; children: ReactNode }) {
  const { discard } = useImports()
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const remove = async () => {
    setIsAsking(false)
    try {
      await discard(String(one.id))
      await navigate(list)
    } catch (error) {
      setProblem(problemText(sentences, error))
    }
  }
  return (
    <div className={css.panel}>
      {children}
      {problem !== undefined && (
        <Notice tone="error" title={text.notDiscarded}>
          <p>{problem}</p>
        </Notice>
      )}
      <div>
        <Button tone="ghost" onClick={() => setIsAsking(true)}>
          {text.discard}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={text.discardQuestion}
          cancel={{ label: text.cancel, action: () => setIsAsking(false) }}
          confirm={{ label: text.discard, action: () => void remove() }}
        >
          <p>{text.discardMeans}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

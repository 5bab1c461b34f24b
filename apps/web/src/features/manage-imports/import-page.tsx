import type { ShownImport } from '@portal/contract/manage-imports.ts'
import { useQuery } from '@tanstack/react-query'
import { FileX2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { ApiError } from '#web/api/call.ts'
import { Choice } from '#web/shared/manage/choice.tsx'
import { Loaded } from '#web/shared/manage/loaded.tsx'
import layout from '#web/shared/manage/manage.module.css'
import { ManagePage } from '#web/shared/manage/manage-page.tsx'
import { useOutcome } from '#web/shared/manage/outcome.tsx'
import { Panel } from '#web/shared/manage/panel.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { importOptions, useImports } from './api.ts'
import { Counts, Preview, Problems } from './result.tsx'
import { failureTexts, kindNames, sentences, text } from './text.ts'

const list = '/admin/manage/imports'

/** /admin/manage/imports/:importId: what a file would do, its start, how far it is and what it did. */
export function ImportPage() {
  const { importId = '' } = useParams()
  const query = useQuery(importOptions(importId))
  const { data } = query
  return (
    <ManagePage
      title={data ? `${text.title}: ${kindNames[data.kind]}` : text.title}
      back={{ to: list, label: text.title, all: text.all }}
    >
      <Loaded query={query} failed={text.importFailed} gone={{ icon: FileX2, title: text.gone }} whole>
        {(one) => <Shown one={one} />}
      </Loaded>
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
    <Panel title={state === 'waiting' ? text.waits : label}>
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
    </Panel>
  )
}

function Start({ one }: { one: ShownImport }) {
  const { start, latest } = useImports()
  const [strict, setStrict] = useState(one.strict)
  const { place, busy, outcome, attempt } = useOutcome()
  const leftOut = one.counts?.left_out ?? 0
  const blocked =
    leftOut === 0 ? undefined : one.needs_approval ? text.needsClean : strict && text.strictBlocked
  const id = String(one.id)
  const run = () =>
    !busy &&
    attempt(
      async () => {
        await start(id, strict).catch(async (error: unknown) => {
          if (error instanceof ApiError && error.has('changed_meanwhile')) await latest(id)
          throw error
        })
        return undefined
      },
      text.notStarted,
      sentences,
    )
  if (one.counts?.added === 0) return <p>{text.nothing}</p>
  return (
    <>
      <Choice checked={strict} onChange={setStrict}>
        {text.strict}
      </Choice>
      {one.needs_approval && one.state === 'checked' && <p>{text.needsApproval}</p>}
      {outcome && <section ref={place}>{outcome}</section>}
      {blocked ? (
        <p role="status">{blocked}</p>
      ) : (
        <div>
          <Button busy={busy} onClick={() => void run()}>
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
  const { place, outcome, attempt } = useOutcome()
  const remove = () => {
    setIsAsking(false)
    void attempt(
      async () => {
        await discard(String(one.id))
        await navigate(list)
        return undefined
      },
      text.notDiscarded,
      sentences,
    )
  }
  return (
    <section ref={place} className={layout.panel}>
      {children}
      {outcome}
      <div>
        <Button tone="ghost" onClick={() => setIsAsking(true)}>
          {text.discard}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={text.discardQuestion}
          cancel={{ label: text.cancel, action: () => setIsAsking(false) }}
          confirm={{ label: text.discard, action: remove }}
        >
          <p>{text.discardMeans}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

import type { ManagedMunicipality } from '@portal/contract/manage-municipalities.ts'
import { useQuery } from '@tanstack/react-query'
import { MapPinned } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { problemText } from '#web/api/common-error-text.ts'
import { ManagePage } from '#web/shared/manage/manage-page.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { municipalitiesOptions, useMunicipalityChanges } from './api.ts'
import css from './municipalities-page.module.css'
import { MunicipalityTable } from './municipality-table.tsx'
import { NamesForm } from './names-form.tsx'
import { removeSentences, text } from './text.ts'

type Outcome = { tone: 'success' | 'error'; title: string; text?: string }

/** /admin/manage/municipalities: which municipalities take part, for operators. */
export function MunicipalitiesPage() {
  const { data, isError, isFetched, refetch } = useQuery(municipalitiesOptions)
  const { remove } = useMunicipalityChanges()
  const [renaming, setRenaming] = useState<ManagedMunicipality>()
  const [removing, setRemoving] = useState<ManagedMunicipality>()
  const [outcome, setOutcome] = useState<Outcome>()
  const section = useRef<HTMLElement>(null)

  useEffect(() => {
    // The pressed button is gone, or in another row.
    if (outcome) section.current?.querySelector<HTMLElement>('[data-success], [data-problem]')?.focus()
  }, [outcome])

  /** What is linked is said before the question: the answer would be no. */
  const askToRemove = (one: ManagedMunicipality) => {
    if (one.people + one.places + one.records + one.offers > 0)
      setOutcome({ tone: 'error', title: text.notRemoved, text: text.used(one) })
    else setRemoving(one)
  }
  const removeNow = async (one: ManagedMunicipality) => {
    setRemoving(undefined)
    setOutcome(undefined)
    try {
      await remove(one)
      setOutcome({ tone: 'success', title: text.removed(one.name) })
    } catch (error) {
      setOutcome({ tone: 'error', title: text.notRemoved, text: problemText(removeSentences, error) })
    }
  }

  return (
    <ManagePage title={text.title} intro={text.intro}>
      {renaming && (
        <NamesForm
          key={renaming.id}
          municipality={renaming}
          onClose={(message) => {
            setRenaming(undefined)
            if (message !== undefined) setOutcome({ tone: 'success', title: message })
          }}
        />
      )}
      <section ref={section} className={css.list} aria-labelledby="municipalities">
        <h2 className={css.heading} id="municipalities">
          {text.listHeading}
        </h2>
        {outcome && (
          <div className={css.outcome}>
            <Notice tone={outcome.tone} title={outcome.title}>
              {outcome.text !== undefined && <p>{outcome.text}</p>}
            </Notice>
          </div>
        )}
        {!data && isError && <ErrorState title={text.failed} retry={() => void refetch()} />}
        {!data && !isError && (
          <LoadingPart className={css.outcome} isFirst={!isFetched}>
            <Skeleton width="100%" height="12rem" />
          </LoadingPart>
        )}
        {data?.length === 0 && <EmptyState icon={MapPinned} title={text.empty} text={text.emptyMeans} />}
        {data && data.length > 0 && (
          <MunicipalityTable
            municipalities={data}
            onRename={(one) => {
              setOutcome(undefined)
              setRenaming(one)
            }}
            onRemove={askToRemove}
          />
        )}
      </section>
      {!renaming && <NamesForm />}
      {removing && (
        <ConfirmDialog
          title={text.removeQuestion(removing.name)}
          cancel={{ label: text.cancel, action: () => setRemoving(undefined) }}
          confirm={{ label: text.remove, action: () => void removeNow(removing) }}
        >
          <p>{text.removeMeans}</p>
        </ConfirmDialog>
      )}
    </ManagePage>
  )
}

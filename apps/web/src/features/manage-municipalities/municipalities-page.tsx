import type { ManagedMunicipality } from '@portal/contract/manage-municipalities.ts'
import { useQuery } from '@tanstack/react-query'
import { MapPinned } from 'lucide-react'
import { useState } from 'react'
import { Loaded } from '#web/shared/manage/loaded.tsx'
import { ManagePage } from '#web/shared/manage/manage-page.tsx'
import { useOutcome } from '#web/shared/manage/outcome.tsx'
import { Panel } from '#web/shared/manage/panel.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { municipalitiesOptions, useMunicipalityChanges } from './api.ts'
import { MunicipalityTable } from './municipality-table.tsx'
import { NamesForm } from './names-form.tsx'
import { removeSentences, text } from './text.ts'

/** /admin/manage/municipalities: which municipalities take part, for operators. */
export function MunicipalitiesPage() {
  const { remove } = useMunicipalityChanges()
  const [renaming, setRenaming] = useState<ManagedMunicipality>()
  const [removing, setRemoving] = useState<ManagedMunicipality>()
  const { place, outcome, say, attempt } = useOutcome()

  /** What is linked is said before the question: the answer would be no. */
  const askToRemove = (one: ManagedMunicipality) => {
    if (one.people + one.places + one.records + one.offers > 0)
      say({ tone: 'error', title: text.notRemoved, text: text.used(one) })
    else setRemoving(one)
  }
  const removeNow = (one: ManagedMunicipality) => {
    setRemoving(undefined)
    void attempt(
      async () => {
        await remove(one)
        return text.removed(one.name)
      },
      text.notRemoved,
      removeSentences,
    )
  }

  return (
    <ManagePage title={text.title} intro={text.intro}>
      {renaming && (
        <NamesForm
          key={renaming.id}
          municipality={renaming}
          onClose={(message) => {
            setRenaming(undefined)
            if (message !== undefined) say({ tone: 'success', title: message })
          }}
        />
      )}
      <Panel title={text.listHeading} place={place}>
        {outcome}
        <Loaded query={useQuery(municipalitiesOptions)} failed={text.failed}>
          {(municipalities) =>
            municipalities.length === 0 ? (
              <EmptyState icon={MapPinned} title={text.empty} text={text.emptyMeans} />
            ) : (
              <MunicipalityTable
                municipalities={municipalities}
                onRename={(one) => {
                  say(undefined)
                  setRenaming(one)
                }}
                onRemove={askToRemove}
              />
            )
          }
        </Loaded>
      </Panel>
      {!renaming && <NamesForm />}
      {removing && (
        <ConfirmDialog
          title={text.removeQuestion(removing.name)}
          cancel={{ label: text.cancel, action: () => setRemoving(undefined) }}
          confirm={{ label: text.remove, action: () => removeNow(removing) }}
        >
          <p>{text.removeMeans}</p>
        </ConfirmDialog>
      )}
    </ManagePage>
  )
}

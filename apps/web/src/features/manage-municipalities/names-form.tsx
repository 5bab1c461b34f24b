import { type ManagedMunicipality, newMunicipality } from '@portal/contract/manage-municipalities.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/api/call.ts'
import { meOptions } from '#web/api/session.ts'
import { fullMunicipalityName } from '#web/lib/format.ts'
import { checkWith } from '#web/shared/forms/check-with.ts'
import { FormProblems } from '#web/ui/forms/problem-list.tsx'
import { useForm } from '#web/shared/forms/form.ts'
import { useDraft, useKeptDraft } from '#web/shared/forms/kept-draft.ts'
import { useUnsavedChanges } from '#web/shared/forms/unsaved-changes.tsx'
import layout from '#web/shared/manage/manage.module.css'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { municipalitiesOptions, useMunicipalityChanges } from './api.ts'
import css from './municipalities-page.module.css'
import { addSentences, type Field, labels, renameSentences, text } from './text.ts'

type NamesFormProps = {
  /** The one whose names are changed; absent: a new one. */
  municipality?: ManagedMunicipality
  /** With a message if it was saved. */
  onClose?: (message?: string) => void
}

const empty: Record<Field, string> = { name: '', regional_unit: '', region: '' }
const check = checkWith(newMunicipality)
const namesOf = ({ name, regional_unit, region }: ManagedMunicipality) => ({ name, regional_unit, region })

/** Adds a municipality, or changes the names of one. */
export function NamesForm({ municipality, onClose }: NamesFormProps) {
  const client = useQueryClient()
  const { data: profile } = useQuery(meOptions)
  const email = profile?.email ?? ''
  const { add, rename } = useMunicipalityChanges()
  const [saved, setSaved] = useState<string>()
  /** The names on which the operator decides, and those that another operator has written meanwhile. */
  const [seen, setSeen] = useState(municipality?.version ?? '')
  const [meanwhile, setMeanwhile] = useState<string>()
  const initial = municipality ? namesOf(municipality) : empty
  const draftName = `municipality ${municipality?.id ?? 'new'}`
  const form = useForm<Field>({
    initial: { ...initial, ...useDraft(draftName, email) },
    labels,
    check,
    sentences: municipality ? renameSentences : addSentences,
    sentencesOnly: true,
    submit: async (values) => {
      if (!municipality) {
        await add(values)
        setSaved(values.name)
        form.replace(() => empty)
        return
      }
      setMeanwhile(undefined)
      try {
        await rename(municipality, seen, values)
        onClose?.(text.renamed(values.name))
      } catch (error) {
        if (error instanceof ApiError && error.has('changed_meanwhile')) {
          const all = await client.fetchQuery({ ...municipalitiesOptions, staleTime: 0 })
          const now = all.find(({ id }) => id === municipality.id)
          if (now) {
            setSeen(now.version)
            setMeanwhile([fullMunicipalityName(now.name), now.regional_unit, now.region].join(', '))
          }
        }
        throw error
      }
    },
  })
  const { field, values, problems, pending, done } = form
  const changed = (Object.keys(empty) as Field[]).some((name) => values[name] !== initial[name])
  useKeptDraft(draftName, email, values, changed)
  const unsaved = useUnsavedChanges(changed && !pending)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (municipality) heading.current?.focus()
  }, [municipality])
  const id = municipality ? 'rename-municipality' : 'new-municipality'
  return (
    <form {...form.form} className={layout.panel} aria-labelledby={id}>
      <h2 ref={heading} id={id} className="text-xl" tabIndex={-1}>
        {municipality ? text.renameHeading(municipality.name) : text.addHeading}
      </h2>
      <FormProblems of={form} title={municipality ? text.notSaved : text.notAdded}>
        {meanwhile !== undefined && <p>{text.nowIs(meanwhile)}</p>}
      </FormProblems>
      {done && saved !== undefined && problems.length === 0 && (
        <Notice tone="success" title={text.added(saved)} />
      )}
      <div className={css.fields}>
        <TextField {...field('name')} maxLength={200} autoComplete="off" hint={text.nameHint} />
        <TextField {...field('regional_unit')} maxLength={200} autoComplete="off" hint={text.unitHint} />
        <TextField {...field('region')} maxLength={200} autoComplete="off" hint={text.regionHint} />
      </div>
      <div className="actions">
        <Button type="submit" busy={pending}>
          {municipality ? text.save : text.add}
        </Button>
        {onClose && (
          <Button tone="ghost" onClick={() => onClose()}>
            {text.cancel}
          </Button>
        )}
      </div>
      {unsaved}
    </form>
  )
}

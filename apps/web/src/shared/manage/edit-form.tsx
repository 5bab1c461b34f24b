import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#web/api/call.ts'
import { meOptions } from '#web/api/session.ts'
import { useForm } from '#web/shared/forms/form.ts'
import { useDraft, useKeptDraft } from '#web/shared/forms/kept-draft.ts'
import { useUnsavedChanges } from '#web/shared/forms/unsaved-changes.tsx'

type EditOptions<Stored, Name extends string> = {
  /** What is changed; undefined: something new. */
  stored: Stored | undefined
  labels: Record<Name, string>
  /** Names of the fields, in the order in which changes are said. */
  names: readonly Name[]
  valuesOf: (stored: Stored) => Record<Name, string>
  /** Values of something new. */
  empty?: Record<Name, string>
  check: (values: Record<Name, string>, base: Stored | undefined) => ErrorDetail[]
  sentences: Parameters<typeof useForm<Name>>[0]['sentences']
  /** Name of what is kept if the session ends; undefined: nothing is. */
  draft?: string
  /** @param base the version that the operator has seen */
  save: (values: Record<Name, string>, base: Stored | undefined) => Promise<Stored>
  onSaved?: (saved: Stored) => void
  /** Reads it again. */
  latest: (base: Stored) => Promise<Stored | undefined>
  /** Whether it is saved again if others have changed nothing of the form. */
  repeats?: boolean
  /** Whether any newer version is a conflict: of something with parts that `valuesOf` does not have. */
  strict?: boolean
  /** Called when the form begins or ends to have changes that are not saved. */
  onChanged?: ((isChanged: boolean) => void) | undefined
}

/**
 * A form of something that others may change meanwhile: after such a rejection, fields in which nothing was typed have the
 * values of the others, and `meanwhile` has what changed.
 */
export function useEditForm<Stored, Name extends string>(options: EditOptions<Stored, Name>) {
  const { stored, labels, names, valuesOf, empty, sentences, draft = '', onChanged } = options
  const email = useQuery(meOptions).data?.email ?? ''
  // As it was loaded or saved, whose values the operator has changed.
  const [base, setBase] = useState(stored)
  const [start] = useState(empty ?? ({} as Record<Name, string>))
  const [meanwhile, setMeanwhile] = useState<{ names: Name[]; before: Stored; after: Stored }>()
  const unchanged = base ? valuesOf(base) : start
  const differences = (one: Record<Name, string>, other: Record<Name, string>) =>
    names.filter((name) => one[name] !== other[name])

  const form = useForm<Name>({
    initial: { ...unchanged, ...(useDraft(draft, email) as Partial<Record<Name, string>> | undefined) },
    labels,
    check: (values) => options.check(values, base),
    sentences,
    sentencesOnly: true,
    submit: async (values) => {
      setMeanwhile(undefined)
      // Other actions on the page change the version, too.
      const isSame =
        !options.strict && stored && base && differences(valuesOf(stored), valuesOf(base)).length === 0
      const onto = isSame ? stored : base
      const saved = await options.save(values, onto).catch(async (error: unknown) => {
        if (!onto || !(error instanceof ApiError && error.has('changed_meanwhile'))) throw error
        const fresh = await merge(onto)
        if (fresh) return options.save(values, fresh)
        throw error
      })
      setBase(saved)
      form.replace(() => valuesOf(saved))
      options.onSaved?.(saved)
    },
  })

  /** @returns what is stored now, if nothing of the form was changed */
  const merge = async (before: Stored) => {
    const after = await options.latest(before)
    if (!after) return undefined
    const [old, fresh] = [valuesOf(before), valuesOf(after)]
    const changed = differences(old, fresh)
    if (changed.length === 0 && options.repeats) return after
    setMeanwhile({ names: changed, before, after })
    form.replace((typed) => {
      const untouched = changed.filter((name) => typed[name] === old[name])
      return { ...typed, ...Object.fromEntries(untouched.map((name) => [name, fresh[name]])) }
    })
    setBase(after)
    return undefined
  }

  const isChanged = differences(form.values, unchanged).length > 0
  useKeptDraft(draft, email, form.values, draft !== '' && isChanged)
  const unsaved = useUnsavedChanges(isChanged && !form.pending)
  useEffect(() => onChanged?.(isChanged), [isChanged, onChanged])
  return { ...form, base, meanwhile, isChanged, unsaved }
}

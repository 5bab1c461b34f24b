import type { readTextValues, ValueField } from '@portal/contract/manage-texts.ts'
import { maxValueLength } from '@portal/contract/words/text-limits.ts'
import type { ReplyOf } from '@portal/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#web/api/call.ts'
import { meOptions } from '#web/api/session.ts'
import { FormProblems } from '#web/ui/forms/problem-list.tsx'
import { useForm } from '#web/shared/forms/form.ts'
import { useDraft, useKeptDraft } from '#web/shared/forms/kept-draft.ts'
import { useUnsavedChanges } from '#web/shared/forms/unsaved-changes.tsx'
import layout from '#web/shared/manage/manage.module.css'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { useTextChanges } from './api.ts'
import { Missing } from './missing.tsx'
import { text, valueSentences } from './text.ts'
import { nameOf, ValueInputs } from './value-inputs.tsx'

type Loaded = ReplyOf<typeof readTextValues>
const groups = ['dates', 'bases', 'privacy', 'terms', 'accessibility'] as const

/** Names as in the body that is sent, so that the server's errors find their fields. */
const fieldNames = (key: string) => ({ el: `values.${key}.el`, en: `values.${key}.en` })
const valuesOf = (fields: readonly ValueField[]): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap(({ key, el, en }) => [
      [fieldNames(key).el, el],
      [fieldNames(key).en, en],
    ]),
  )

/** The values by group, with what is missing first. */
export function ValuesForm({ loaded }: { loaded: Loaded }) {
  const { data: profile } = useQuery(meOptions)
  const email = profile?.email ?? ''
  const { changeValues, latestValues } = useTextChanges()
  /** What the operator has seen: others may change it meanwhile. */
  const [seen, setSeen] = useState(loaded)
  const [meanwhile, setMeanwhile] = useState<string[]>()
  const initial = valuesOf(loaded.fields)
  const labels = Object.fromEntries(
    loaded.fields.flatMap(({ key, translated }) => [
      [fieldNames(key).el, translated ? text.inGreek(nameOf(key)) : nameOf(key)],
      [fieldNames(key).en, text.inEnglish(nameOf(key))],
    ]),
  )
  const kept = useDraft('text values', email)
  const whole = useForm<string>({
    initial: { ...initial, ...kept },
    labels,
    check: () => [],
    sentences: valueSentences,
    sentencesOnly: true,
    submit: async (values) => {
      setMeanwhile(undefined)
      const base = valuesOf(seen.fields)
      const changed = seen.fields.filter(({ key }) =>
        Object.values(fieldNames(key)).some((name) => (values[name] ?? '') !== base[name]),
      )
      const body = Object.fromEntries(
        changed.map(({ key }) => [
          key,
          { el: values[fieldNames(key).el] ?? '', en: values[fieldNames(key).en] ?? '' },
        ]),
      )
      try {
        const saved = await changeValues({ version: seen.version, values: body })
        setSeen(saved)
        whole.replace(() => valuesOf(saved.fields))
      } catch (error) {
        if (error instanceof ApiError && error.has('changed_meanwhile')) await showLatest(Object.keys(body))
        throw error
      }
    },
  })

  const { form, field, values, set, problems, pending, done } = whole

  /** Takes what others have changed; what was typed here stays. */
  const showLatest = async (typed: readonly string[]) => {
    const before = valuesOf(seen.fields)
    const latest = await latestValues()
    const others = latest.fields.filter(({ key, el, en }) => {
      const names = fieldNames(key)
      return before[names.el] !== el || before[names.en] !== en
    })
    setMeanwhile(others.map(({ key }) => nameOf(key)))
    const theirs = valuesOf(latest.fields.filter(({ key }) => !typed.includes(key)))
    whole.replace((values) => ({ ...values, ...theirs }))
    setSeen(latest)
  }

  const base = valuesOf(seen.fields)
  const changed = Object.entries(base).some(([name, value]) => values[name] !== value)
  useKeptDraft('text values', email, values, changed)
  const unsaved = useUnsavedChanges(changed && !pending)
  const missing = seen.fields.filter((one) => one.missing && values[fieldNames(one.key).el] === '')
  const first = groups
    .flatMap((group) => missing.filter((one) => one.group === group))
    .map(({ key }) => fieldNames(key).el)[0]
  const focusFirst = () => {
    const input = first && form.ref.current?.elements.namedItem(first)
    if (input instanceof HTMLElement) input.focus()
  }
  return (
    <form {...form} className="stack gap-5" aria-label={text.valuesTitle}>
      {!seen.in_files && (
        <Missing count={missing.length}>
          {missing.length > 0 && (
            <div className="actions">
              <Button tone="ghost" onClick={focusFirst}>
                {text.firstMissing}
              </Button>
            </div>
          )}
        </Missing>
      )}
      {groups.map((group) => (
        <fieldset
          key={group}
          className={layout.part}
          disabled={seen.in_files}
          aria-labelledby={`values-${group}`}
        >
          <div className={layout.panel}>
            <div>
              <h2 className="text-xl" id={`values-${group}`}>
                {text.groups[group]}
              </h2>
              <p className="intro readable">{text.groupMeans[group]}</p>
            </div>
            <div className={layout.fields}>
              {seen.fields
                .filter((one) => one.group === group)
                .map((one) => (
                  <ValueInputs
                    key={one.key}
                    value={one}
                    isMissing={missing.includes(one)}
                    names={fieldNames(one.key)}
                    field={field}
                    set={set}
                    maxLength={maxValueLength}
                  />
                ))}
            </div>
          </div>
        </fieldset>
      ))}
      {!seen.in_files && (
        <div className={layout.panel}>
          <FormProblems of={whole} title={text.notSaved}>
            {meanwhile && <p>{text.meanwhileValues(meanwhile)}</p>}
          </FormProblems>
          {done && problems.length === 0 && !changed && <Notice tone="success" title={text.saved} />}
          <div className="actions">
            <Button type="submit" busy={pending}>
              {text.save}
            </Button>
          </div>
        </div>
      )}
      {unsaved}
    </form>
  )
}

import type { ManagedPartner } from '@portal/contract/manage-partners.ts'
import { type ReactNode, useState } from 'react'
import { ApiError } from '#web/api/call.ts'
import { useForm } from '#web/shared/forms/form.ts'
import { useUnsavedChanges } from '#web/shared/forms/unsaved-changes.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { ProblemList } from '#web/ui/forms/problem-list.tsx'
import { type Partners, usePartnerChanges } from './api.ts'
import { Consent } from './consent.tsx'
import { sentences } from './traffic/error-sentences.ts'
import css from './partners-page.module.css'
import { DetailFields, SignInFields } from './setting-fields.tsx'
import { labels, text } from './text.ts'
import {
  changedNames,
  checkCaps,
  detailNames,
  type Name,
  settingsOf,
  shownValue,
  signInNames,
  type Values,
  valuesOf,
} from './values.ts'

type Changed = { name: Name; value: string }

/**
 * A form of some settings. If another operator has changed the partner meanwhile, says what, keeps what was typed, and takes
 * the other settings over.
 */
function useSettings(partner: ManagedPartner, names: readonly Name[]) {
  const { change, reload } = usePartnerChanges()
  const [base, setBase] = useState(partner)
  const [meanwhile, setMeanwhile] = useState<Changed[]>([])

  const takeOver = (fresh: ManagedPartner, typed: Values): Changed[] => {
    const [before, after] = [valuesOf(base), valuesOf(fresh)]
    const changed = changedNames(before, after)
    setBase(fresh)
    form.replace(() => ({
      ...typed,
      ...Object.fromEntries(
        changed.filter((name) => typed[name] === before[name]).map((name) => [name, after[name]]),
      ),
    }))
    return changed.map((name) => ({ name, value: after[name] }))
  }
  const send = async (values: Values, onto: ManagedPartner) => {
    const settings = settingsOf(values)
    const given = Object.fromEntries(names.map((name) => [name, settings[name]]))
    const saved = await change(onto, { ...given, version: onto.version })
    setBase(saved)
    form.replace(() => valuesOf(saved))
  }
  const form = useForm<Name>({
    initial: valuesOf(partner),
    labels,
    check: checkCaps,
    sentences,
    sentencesOnly: true,
    submit: async (values) => {
      setMeanwhile([])
      try {
        await send(values, base)
      } catch (error) {
        if (!(error instanceof ApiError && error.has('changed_meanwhile'))) throw error
        const fresh = await reload(base)
        if (!fresh) throw error
        const changed = takeOver(fresh, values)
        // Only the secret was changed, or the partner paused.
        if (changed.length === 0) return send(values, fresh)
        setMeanwhile(changed)
        throw error
      }
    },
  })
  const saved = valuesOf(base)
  const isChanged = names.some((name) => form.values[name] !== saved[name])
  return { ...form, meanwhile, base, unsaved: useUnsavedChanges(isChanged) }
}

/** The settings of the first tab. */
export function DetailsForm({ partner, portal }: { partner: ManagedPartner; portal: Partners }) {
  const settings = useSettings(partner, detailNames)
  return (
    <SettingsForm settings={settings} label={text.tabDetails}>
      <DetailFields form={settings} portal={portal} />
    </SettingsForm>
  )
}

/** The settings of the second tab, and the question for consent. */
export function SignInForm({ partner }: { partner: ManagedPartner }) {
  const settings = useSettings(partner, signInNames)
  return (
    <>
      <SettingsForm settings={settings} label={text.tabSignIn}>
        <SignInFields form={settings} />
      </SettingsForm>
      <Consent partner={settings.base} />
    </>
  )
}

type SettingsFormProps = { settings: ReturnType<typeof useSettings>; label: string; children: ReactNode }

function SettingsForm({ settings, label, children }: SettingsFormProps) {
  const { form, problems, rejected, pending, done, meanwhile, unsaved } = settings
  const others = problems.filter(({ field }) => field === undefined)
  return (
    <form {...form} className={css.part} aria-label={label}>
      <div className={css.form}>{children}</div>
      {rejected && others.length > 0 && (
        <Notice tone="error" title={text.notSaved}>
          <ProblemList problems={others} />
          {meanwhile.length > 0 && (
            <>
              <p>{text.meanwhile}</p>
              <ul>
                {meanwhile.map(({ name, value }) => (
                  <li key={name}>{text.meanwhileValue(labels[name], shownValue(name, value))}</li>
                ))}
              </ul>
            </>
          )}
        </Notice>
      )}
      {done && problems.length === 0 && <Notice tone="success" title={text.saved} />}
      <div className="actions">
        <Button type="submit" busy={pending}>
          {text.save}
        </Button>
      </div>
      {unsaved}
    </form>
  )
}

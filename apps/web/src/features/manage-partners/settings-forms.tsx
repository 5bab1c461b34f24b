import type { ManagedPartner } from '@portal/contract/manage-partners.ts'
import type { ReactNode } from 'react'
import { FormProblems } from '#web/ui/forms/problem-list.tsx'
import { useEditForm } from '#web/shared/manage/edit-form.tsx'
import css from '#web/shared/manage/manage.module.css'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { type Partners, usePartnerChanges } from './api.ts'
import { Consent } from './consent.tsx'
import { sentences } from './traffic/error-sentences.ts'
import { DetailFields, SignInFields } from './setting-fields.tsx'
import { labels, text } from './text.ts'
import { checkCaps, detailNames, type Name, settingsOf, shownValue, signInNames, valuesOf } from './values.ts'

/** A form of some settings of a partner. */
function useSettings(partner: ManagedPartner, names: readonly Name[]) {
  const { change, reload } = usePartnerChanges()
  const edit = useEditForm<ManagedPartner, Name>({
    stored: partner,
    labels,
    names: Object.keys(labels) as Name[],
    valuesOf,
    check: checkCaps,
    sentences,
    save: (values, base = partner) => {
      const settings = settingsOf(values)
      const given = Object.fromEntries(names.map((name) => [name, settings[name]]))
      return change(base, { ...given, version: base.version })
    },
    latest: reload,
    // Only the secret was changed, or the partner paused.
    repeats: true,
  })
  return { ...edit, base: edit.base ?? partner }
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
  const { form, problems, pending, done, meanwhile, unsaved } = settings
  return (
    <form {...form} className={css.panel} aria-label={label}>
      <div className="stack column gap-5">{children}</div>
      <FormProblems of={settings} title={text.notSaved}>
        {meanwhile && (
          <>
            <p>{text.meanwhile}</p>
            <ul>
              {meanwhile.names.map((name) => (
                <li key={name}>
                  {text.meanwhileValue(labels[name], shownValue(name, valuesOf(meanwhile.after)[name]))}
                </li>
              ))}
            </ul>
          </>
        )}
      </FormProblems>
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

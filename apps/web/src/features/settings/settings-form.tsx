import type { Profile } from '@portal/contract/accounts.ts'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useForm } from '#web/shared/forms/form.ts'
import { MunicipalityField } from '#web/shared/forms/municipality-field.tsx'
import { useDraft, useKeptDraft } from '#web/shared/forms/kept-draft.ts'
import { useUnsavedChanges } from '#web/shared/forms/unsaved-changes.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { FormProblems } from '#web/ui/forms/problem-list.tsx'
import { useUpdateProfile } from './api.ts'
import css from './settings.module.css'
import type { SettingsFields } from './text.ts'
import { labels, sentences, text } from './text.ts'
import { changesOf, checkAgainst, isKept, isSame, settled, valuesOf } from './values.ts'

/** The account's own data (portal.md §2, §4); `profile` is the server's latest version. */
export function SettingsForm({ profile }: { profile: Profile }) {
  const { pathname, search } = useLocation()
  const update = useUpdateProfile()
  const last = valuesOf(profile)
  const [base, setBase] = useState(last)
  const [kept, setKept] = useState(false)
  const [wasReset, setWasReset] = useState(false)

  const { form, field, values, replace, problems, rejected, pending, done } = useForm<SettingsFields>({
    initial: { ...last, ...useDraft('settings', profile.email) },
    labels,
    check: checkAgainst(base),
    sentences,
    submit: async (sent) => {
      setWasReset(false)
      const saved = valuesOf(await update(changesOf(sent, profile.is_staff)))
      setKept(isKept(sent, saved))
      setBase(saved)
      replace((now) => settled(now, sent, saved))
    },
  })
  const changed = !isSame(values, base)
  const dialog = useUnsavedChanges(changed)
  useKeptDraft('settings', profile.email, values, changed)

  // The profile was reloaded and has changed elsewhere: show it if there are no unsaved edits.
  if (!pending && !isSame(last, base)) {
    setBase(last)
    if (!changed) replace(() => last)
  }

  const reset = () => {
    replace(() => base)
    setWasReset(true)
    // The button is disabled now and would lose the focus.
    form.ref.current?.querySelector<HTMLElement>('[name="first_name"]')?.focus()
  }

  return (
    <form {...form} className="form">
      <FormProblems of={{ rejected, others: problems }} title={text.failed} />
      {done && !changed && (
        <Notice tone="success" title={text.saved}>
          {kept && <p>{text.kept}</p>}
        </Notice>
      )}
      <TextField
        label="Email"
        type="email"
        value={profile.email}
        autoComplete="email"
        readOnly
        optional
        hint={text.emailHint}
      />
      <div className="pair">
        <TextField {...field('first_name')} autoComplete="given-name" />
        <TextField {...field('last_name')} autoComplete="family-name" />
      </div>
      {!profile.is_staff && (
        <div className="pair">
          <TextField {...field('telephone')} type="tel" inputMode="tel" autoComplete="tel" optional />
          <MunicipalityField {...field('municipality')} optional />
        </div>
      )}
      <div className={css.actions}>
        <Button type="submit" disabled={!changed} busy={pending}>
          {text.update}
        </Button>
        <Button tone="ghost" disabled={!changed || pending} onClick={reset}>
          {text.reset}
        </Button>
        <ButtonLink tone="ghost" to={{ pathname: `${pathname.replace(/\/+$/, '')}/password`, search }}>
          {text.password}
        </ButtonLink>
        <ButtonLink tone="ghost" to={{ pathname: `${pathname.replace(/\/+$/, '')}/email`, search }}>
          {text.email}
        </ButtonLink>
      </div>
      <p role="status" className={css.status}>
        {wasReset && !changed && text.wasReset}
      </p>
      {dialog}
    </form>
  )
}

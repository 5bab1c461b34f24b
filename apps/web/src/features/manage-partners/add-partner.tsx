import type { ManagedPartner } from '@portal/contract/manage-partners.ts'
import { useId, useState } from 'react'
import { useForm } from '#web/shared/forms/form.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { ProblemList } from '#web/ui/forms/problem-list.tsx'
import { type Partners, pathOf, usePartnerChanges } from './api.ts'
import { sentences } from './traffic/error-sentences.ts'
import css from './partners-page.module.css'
import { SecretShown } from './secret-shown.tsx'
import { DetailFields, SignInFields } from './setting-fields.tsx'
import { type Kind, kinds, labels, text } from './text.ts'
import { checkCaps, type Name, proposalFor, settingsOf } from './values.ts'

const allLabels = { ...labels, client_id: text.clientId }

/** Adds a partner: what it is proposes its rights; then shows the secret, once. */
export function AddPartner({ portal }: { portal: Partners }) {
  const { add } = usePartnerChanges()
  const name = useId()
  const [kind, setKind] = useState<Kind>()
  const [added, setAdded] = useState<{ partner: ManagedPartner; secret: string }>()
  const { form, problems, rejected, pending, ...fields } = useForm<Name | 'client_id'>({
    initial: { ...proposalFor(undefined), client_id: '' },
    labels: allLabels,
    check: checkCaps,
    sentences,
    sentencesOnly: true,
    submit: async ({ client_id, ...values }) =>
      setAdded(await add({ ...settingsOf(values), client_id: client_id.trim() || null })),
  })
  const others = problems.filter(({ field }) => field === undefined)
  const choose = (next: Kind) => {
    const { scopes, descriptions, first_party } = proposalFor(next)
    setKind(next)
    // What was typed stays.
    fields.replace((values) => ({ ...values, scopes, descriptions, first_party }))
  }

  if (added)
    return (
      <>
        <Notice tone="success" title={text.added(added.partner.name)} />
        <SecretShown {...added} portal={portal} />
        <div className="actions">
          <ButtonLink tone="ghost" to={pathOf(added.partner.client_id)}>
            {text.toPartner}
          </ButtonLink>
        </div>
      </>
    )
  const signsIn = kind === 'site' || kind === 'shop'
  return (
    <form {...form} className={css.part} aria-label={text.addTitle}>
      <fieldset className={css.choices}>
        <legend>{text.kind}</legend>
        {(Object.keys(kinds) as Kind[]).map((one) => (
          <label key={one} className={css.option}>
            <input type="radio" name={name} checked={one === kind} onChange={() => choose(one)} />
            {`${kinds[one].label}: ${kinds[one].means}`}
          </label>
        ))}
      </fieldset>
      {kind && (
        <>
          <p className="muted">{text.proposal}</p>
          <div className={css.form}>
            <DetailFields form={fields} portal={portal} />
            <TextField
              {...fields.field('client_id')}
              hint={text.clientIdHint}
              optional
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            {signsIn && <SignInFields form={fields} />}
          </div>
          {rejected && others.length > 0 && (
            <Notice tone="error" title={text.notAdded}>
              <ProblemList problems={others} />
            </Notice>
          )}
          <div className="actions">
            <Button type="submit" busy={pending}>
              {text.addNow}
            </Button>
          </div>
        </>
      )}
    </form>
  )
}

import type { ManagedPartner } from '@portal/contract/manage-partners.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { FormProblems } from '#web/ui/forms/problem-list.tsx'
import { useForm } from '#web/shared/forms/form.ts'
import { Choice } from '#web/shared/manage/choice.tsx'
import css from '#web/shared/manage/manage.module.css'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { type Partners, pathOf, usePartnerChanges } from './api.ts'
import { sentences } from './traffic/error-sentences.ts'
import { SecretShown } from './secret-shown.tsx'
import { DetailFields, SignInFields } from './setting-fields.tsx'
import { type Kind, kinds, labels, text, type Tools, tools as toolNames } from './text.ts'
import { checkCaps, hasPhones, type Name, phoneSettingsOf, proposalFor, settingsOf } from './values.ts'

const allLabels = { ...labels, client_id: text.clientId }

/**
 * Adds a partner: what it is proposes its rights; then shows the secret, once. One that works with phones of the portal gets
 * none to hand over, and is asked for nothing of a site.
 */
export function AddPartner({ portal }: { portal: Partners }) {
  const { add } = usePartnerChanges()
  const name = useId()
  const [kind, setKind] = useState<Kind>()
  const [tools, setTools] = useState<Tools>('phone')
  const byPhone = hasPhones(kind) && tools === 'phone'
  const [added, setAdded] = useState<{ partner: ManagedPartner; secret: string }>()
  const { form, pending, ...fields } = useForm<Name | 'client_id'>({
    initial: { ...proposalFor(undefined, tools), client_id: '' },
    labels: allLabels,
    check: checkCaps,
    sentences,
    sentencesOnly: true,
    submit: async ({ client_id, ...values }) =>
      setAdded(
        await add({
          ...(byPhone ? phoneSettingsOf(values, portal.issuer.replace(/\/oauth$/, '')) : settingsOf(values)),
          client_id: client_id.trim() || null,
        }),
      ),
  })
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A secret takes the focus itself.
    if (added && byPhone) shown.current?.querySelector<HTMLElement>('[data-success]')?.focus()
  }, [added, byPhone])
  const choose = (next: Kind, by: Tools) => {
    const { scopes, descriptions, first_party } = proposalFor(next, by)
    setKind(next)
    setTools(by)
    // What was typed stays.
    fields.replace((values) => ({ ...values, scopes, descriptions, first_party }))
  }

  if (added)
    return (
      <div className="stack column gap-5" ref={shown}>
        <Notice tone="success" title={text.added(added.partner.name)} />
        {byPhone ? <p>{text.secretNotNeeded}</p> : <SecretShown {...added} portal={portal} />}
        <div className="actions">
          {byPhone && (
            <ButtonLink to={`${pathOf(added.partner.client_id)}?tab=devices`}>{text.addDevice}</ButtonLink>
          )}
          <ButtonLink tone="ghost" to={pathOf(added.partner.client_id)}>
            {text.toPartner}
          </ButtonLink>
        </div>
      </div>
    )
  const signsIn = kind === 'site' || (kind === 'shop' && !byPhone)
  return (
    <form {...form} className={css.panel} aria-label={text.addTitle}>
      <fieldset className={css.part}>
        <legend className="text-s semibold">{text.kind}</legend>
        {(Object.keys(kinds) as Kind[]).map((one) => (
          <Choice
            key={one}
            type="radio"
            name={name}
            checked={one === kind}
            onChange={() => choose(one, tools)}
          >
            {`${kinds[one].label}: ${kinds[one].means}`}
          </Choice>
        ))}
      </fieldset>
      {kind && hasPhones(kind) && (
        <fieldset className={css.part}>
          <legend className="text-s semibold">{text.tools}</legend>
          {(Object.keys(toolNames) as Tools[]).map((one) => (
            <Choice
              key={one}
              type="radio"
              name={`${name}-tools`}
              checked={one === tools}
              onChange={() => choose(kind, one)}
            >
              {toolNames[one]}
            </Choice>
          ))}
        </fieldset>
      )}
      {kind && (
        <>
          <p className="muted">{text.proposal}</p>
          <div className="stack column gap-5">
            <DetailFields form={fields} portal={portal} byPhone={byPhone} />
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
          <FormProblems of={fields} title={text.notAdded} />
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

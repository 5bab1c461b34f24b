import type { ManagedPartner } from '@portal/contract/manage-partners.ts'
import { useState } from 'react'
import { ApiError, call } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { useConfirmation } from '#web/shared/confirmation/use-confirmation.tsx'
import { FormProblems } from '#web/ui/forms/problem-list.tsx'
import { useForm } from '#web/shared/forms/form.ts'
import { useUnsavedChanges } from '#web/shared/forms/unsaved-changes.tsx'
import { type Outcome, useOutcome } from '#web/shared/manage/outcome.tsx'
import { Panel } from '#web/shared/manage/panel.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import facts from '#web/ui/lists/facts.module.css'
import { Deliveries } from './deliveries.tsx'
import { webhookSentences } from './error-sentences.ts'
import { SecretValue } from './secret-value.tsx'
import { reasonText, statusText, text } from './text.ts'

type WebhookTabProps = {
  partner: ManagedPartner
  /** Shows the changed partner. */
  put: (partner: ManagedPartner) => ManagedPartner
  /** Reads the partner again. */
  reload: (partner: ManagedPartner) => Promise<ManagedPartner | undefined>
}

/** Where events are sent, with a test, and what was sent. */
export function WebhookTab({ partner, put, reload }: WebhookTabProps) {
  const confirmed = useConfirmation()
  const [asking, setAsking] = useState<'secret' | 'remove'>()
  const { place, busy, outcome, attempt } = useOutcome()
  const [secret, setSecret] = useState<string>()
  const client = partner.client_id
  const { webhook } = partner

  const set = async (onto: ManagedPartner, url: string | null) => {
    const body = { version: onto.version, webhook_url: url }
    const set = await confirmed(() => call(endpoints.setPartnerWebhook, { params: { client }, body }))
    put(set.partner)
    setSecret(set.secret ?? undefined)
    return set.partner
  }
  const run = (work: () => Promise<Outcome | undefined>) => {
    setAsking(undefined)
    return attempt(
      () =>
        work().catch(async (error: unknown) => {
          // What another operator has changed is shown.
          await reload(partner).catch(() => undefined)
          throw error
        }),
      text.notDone,
      webhookSentences,
    )
  }
  const test = () =>
    run(async () => {
      const answer = await call(endpoints.testPartnerWebhook, { params: { client } })
      return {
        tone: answer.delivered ? 'success' : 'error',
        title: answer.delivered ? text.tested : text.testFailed,
        text:
          answer.status === null
            ? reasonText(answer.reason)
            : `${text.answered(answer.status, answer.milliseconds)} ${answer.delivered ? '' : statusText(answer.status)}`,
      }
    })

  return (
    <>
      <Panel title={text.webhook} intro={text.webhookIntro} place={place}>
        <AddressForm partner={partner} set={set} reload={reload} />
        {webhook && (
          <>
            <dl className={facts.facts}>
              {factsOf(webhook).map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            <div className="actions">
              <Button tone="ghost" busy={busy} onClick={() => void test()}>
                {text.test}
              </Button>
              <Button tone="ghost" onClick={() => setAsking('secret')}>
                {text.newSecret}
              </Button>
              <Button tone="ghost" onClick={() => setAsking('remove')}>
                {text.remove}
              </Button>
            </div>
          </>
        )}
        {outcome}
      </Panel>
      {secret !== undefined && (
        <SecretValue
          key={secret}
          title={text.secretTitle}
          intro={text.secretOnce}
          name={text.secretName}
          value={secret}
          hint={text.secretFor}
        />
      )}
      {webhook && <Deliveries partner={partner} put={put} />}
      {asking !== undefined && webhook && (
        <ConfirmDialog
          title={asking === 'secret' ? text.newSecretQuestion : text.removeQuestion}
          cancel={{ label: text.cancel, action: () => setAsking(undefined) }}
          confirm={{
            label: asking === 'secret' ? text.newSecret : text.remove,
            action: () =>
              void (asking === 'secret'
                ? run(async () => {
                    await set(partner, webhook.url)
                    return undefined
                  })
                : run(async () => {
                    await set(partner, null)
                    return { tone: 'success', title: text.removed }
                  })),
          }}
        >
          {(asking === 'secret' ? text.newSecretMeans : text.removeMeans).map((means) => (
            <p key={means}>{means}</p>
          ))}
        </ConfirmDialog>
      )}
    </>
  )
}

type AddressFormProps = Pick<WebhookTabProps, 'partner' | 'reload'> & {
  set: (onto: ManagedPartner, url: string | null) => Promise<ManagedPartner>
}

function AddressForm({ partner, set, reload }: AddressFormProps) {
  const [meanwhile, setMeanwhile] = useState<string>()
  const current = partner.webhook?.url ?? ''
  const [isSame, setSame] = useState(false)
  const [base, setBase] = useState(current)
  const form = useForm<'webhook_url'>({
    initial: { webhook_url: current },
    labels: { webhook_url: text.url },
    check: ({ webhook_url: url }) =>
      url.trim() === '' ? [{ code: 'blank' as const, field: 'webhook_url' }] : [],
    sentences: webhookSentences,
    sentencesOnly: true,
    submit: async ({ webhook_url: typed }) => {
      setMeanwhile(undefined)
      const url = typed.trim()
      try {
        setSame(url === current)
        // The same address would replace the secret.
        if (url !== current) await set(partner, url)
      } catch (error) {
        if (!(error instanceof ApiError && error.has('changed_meanwhile'))) throw error
        const fresh = await reload(partner)
        // Other settings were changed.
        if (fresh && (fresh.webhook?.url ?? '') === current) return set(fresh, url)
        setMeanwhile(fresh?.webhook?.url ?? text.none)
        throw error
      }
      return undefined
    },
  })
  const { values } = form
  if (base !== current) {
    setBase(current)
    // What was typed stays.
    if (values.webhook_url === base) form.replace(() => ({ webhook_url: current }))
  }
  const unsaved = useUnsavedChanges(values.webhook_url.trim() !== current && values.webhook_url !== '')
  return (
    <form {...form.form} className="stack gap-4" aria-label={text.addressForm}>
      <TextField
        {...form.field('webhook_url')}
        hint={text.urlHint}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <FormProblems of={form} title={text.notSaved}>
        {meanwhile !== undefined && <p>{text.meanwhile(meanwhile)}</p>}
      </FormProblems>
      {form.done && isSame && <Notice tone="success" title={text.unchanged} />}
      <div className="actions">
        <Button type="submit" busy={form.pending}>
          {text.save}
        </Button>
      </div>
      {unsaved}
    </form>
  )
}

function factsOf(webhook: NonNullable<ManagedPartner['webhook']>): [string, string][] {
  const { failures, waiting, retry_at: retryAt, last_failure: last } = webhook
  const list: [string, string][] = [
    [text.state, failures > 0 ? text.failures(failures) : text.works],
    [text.waiting, formatNumber(waiting)],
  ]
  if (failures > 0 && retryAt !== null) list.push([text.nextTry, formatDateTime(retryAt)])
  if (last)
    list.push([
      text.lastFailure,
      last.status === null
        ? text.failedUnreached(formatDateTime(last.at))
        : text.failedStatus(formatDateTime(last.at), last.status),
    ])
  return list
}

import type { ManagedPartner } from '@portal/contract/manage-partners.ts'
import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime } from '#web/lib/format.ts'
import { FormProblems } from '#web/ui/forms/problem-list.tsx'
import { useForm } from '#web/shared/forms/form.ts'
import layout from '#web/shared/manage/manage.module.css'
import { useOutcome } from '#web/shared/manage/outcome.tsx'
import { Panel } from '#web/shared/manage/panel.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { SecretValue } from '../traffic/secret-value.tsx'
import { type DeviceLink, type NewLink, useDeviceChanges } from './api.ts'
import css from './devices.module.css'
import { linkSentences } from './error-sentences.ts'
import { text, usesText } from './text.ts'
import { Uses, usesOf } from './uses.tsx'

const labels = { devices: text.linkDevices, may: text.linkMay }

type LinksProps = { partner: ManagedPartner; links: DeviceLink[] }

/**
 * Links with which the contact of a partner adds devices: create one, which is shown once, and withdraw those that are
 * valid.
 */
export function Links({ partner, links }: LinksProps) {
  const { addLink, withdrawLink } = useDeviceChanges(partner.client_id)
  const [created, setCreated] = useState<NewLink>()
  const [asking, setAsking] = useState<DeviceLink>()
  const { place, outcome, attempt } = useOutcome()
  const form = useForm<keyof typeof labels>({
    initial: { devices: '1', may: '' },
    labels,
    check: ({ devices, may }) => [
      ...(/^\s*\d{1,4}\s*$/.test(devices) ? [] : [{ code: 'integer_invalid' as const, field: 'devices' }]),
      ...(may === '' ? [{ code: 'list_empty' as const, field: 'may' }] : []),
    ],
    sentences: linkSentences,
    sentencesOnly: true,
    submit: async ({ devices, may }) =>
      setCreated(await addLink({ devices: Number(devices), may: usesOf(may) })),
  })
  const { field, values, set, pending } = form
  const withdraw = (link: DeviceLink) => {
    setAsking(undefined)
    void attempt(
      async () => {
        await withdrawLink(link)
        if (created?.id === link.id) setCreated(undefined)
        return text.withdrawn
      },
      text.notDone,
      linkSentences,
    )
  }
  return (
    <>
      {created && (
        <SecretValue
          key={created.id}
          title={text.linkTitle}
          intro={text.linkOnce}
          name={text.linkName}
          value={created.link}
          hint={text.linkHint}
          copyLabel={text.copyLink}
        >
          <ShareButton partner={partner.name} link={created.link} />
        </SecretValue>
      )}
      <Panel title={text.links} intro={text.linksIntro} place={place}>
        {outcome}
        {links.length > 0 && (
          <ul className={layout.rows} aria-label={text.validLinks}>
            {links.map((link) => (
              <li key={link.id} className={css.head}>
                <div>
                  <p>{text.linkLeft(link.devices_left, formatDateTime(link.expires_at))}</p>
                  <p className="note">{usesText(link.may)}</p>
                </div>
                <Button
                  tone="ghost"
                  aria-label={text.withdrawOf(formatDateTime(link.created_at))}
                  onClick={() => setAsking(link)}
                >
                  {text.withdraw}
                </Button>
              </li>
            ))}
          </ul>
        )}
        <form {...form.form} className="stack column gap-4" aria-label={text.links}>
          <div className="pair">
            <TextField {...field('devices')} inputMode="numeric" autoComplete="off" />
          </div>
          <Uses
            legend={text.linkMay}
            value={values.may}
            error={field('may').error}
            onChange={(value) => set('may', value)}
          />
          <FormProblems of={form} title={text.notDone} />
          <div className="actions">
            <Button tone="ghost" type="submit" busy={pending}>
              {text.addLink}
            </Button>
          </div>
        </form>
      </Panel>
      {asking && (
        <ConfirmDialog
          title={text.withdrawQuestion}
          cancel={{ label: text.cancel, action: () => setAsking(undefined) }}
          confirm={{ label: text.withdraw, action: () => withdraw(asking) }}
        >
          <p>{text.withdrawMeans}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** Only where the browser can share, such as on phones. */
function ShareButton({ partner, link }: { partner: string; link: string }) {
  // Undefined without https and in some browsers, despite its type.
  if ((navigator.share as typeof navigator.share | undefined) === undefined) return null
  // A share that is cancelled rejects.
  const share = () => navigator.share({ title: text.shareTitle(partner), url: link }).catch(() => undefined)
  return (
    <Button tone="ghost" onClick={() => void share()}>
      <Share2 size={18} aria-hidden="true" />
      {text.shareLink}
    </Button>
  )
}

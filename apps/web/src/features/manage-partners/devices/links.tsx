import type { ManagedPartner } from '@portal/contract/manage-partners.ts'
import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { problemText } from '#web/api/common-error-text.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useForm } from '#web/shared/forms/form.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { ProblemList } from '#web/ui/forms/problem-list.tsx'
import page from '../partners-page.module.css'
import { SecretValue } from '../traffic/secret-value.tsx'
import { type DeviceLink, type NewLink, useDeviceChanges } from './api.ts'
import css from './devices.module.css'
import { linkSentences } from './error-sentences.ts'
import { useOutcome } from './outcome.tsx'
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
  const { shown, outcome, say } = useOutcome()
  const { form, field, values, set, problems, rejected, pending } = useForm<keyof typeof labels>({
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
  const withdraw = async (link: DeviceLink) => {
    setAsking(undefined)
    try {
      await withdrawLink(link)
      if (created?.id === link.id) setCreated(undefined)
      say({ tone: 'success', title: text.withdrawn })
    } catch (error) {
      say({ tone: 'error', title: text.notDone, text: problemText(linkSentences, error) })
    }
  }
  const others = problems.filter((problem) => problem.field === undefined)
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
      <section className={page.part} aria-labelledby="device-links" ref={shown}>
        <div>
          <h2 className="text-l" id="device-links">
            {text.links}
          </h2>
          <p className="intro">{text.linksIntro}</p>
        </div>
        {outcome}
        {links.length > 0 && (
          <ul aria-label={text.validLinks}>
            {links.map((link) => (
              <li key={link.id} className={css.device}>
                <div className={css.head}>
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
                </div>
              </li>
            ))}
          </ul>
        )}
        <form {...form} className="stack column gap-4" aria-label={text.links}>
          <div className="pair">
            <TextField {...field('devices')} inputMode="numeric" autoComplete="off" />
          </div>
          <Uses
            legend={text.linkMay}
            value={values.may}
            error={field('may').error}
            onChange={(value) => set('may', value)}
          />
          {rejected && others.length > 0 && (
            <Notice tone="error" title={text.notDone}>
              <ProblemList problems={others} />
            </Notice>
          )}
          <div className="actions">
            <Button tone="ghost" type="submit" busy={pending}>
              {text.addLink}
            </Button>
          </div>
        </form>
      </section>
      {asking && (
        <ConfirmDialog
          title={text.withdrawQuestion}
          cancel={{ label: text.cancel, action: () => setAsking(undefined) }}
          confirm={{ label: text.withdraw, action: () => void withdraw(asking) }}
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

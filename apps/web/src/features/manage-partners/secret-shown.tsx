import type { ManagedPartner } from '@portal/contract/manage-partners.ts'
import { Download } from 'lucide-react'
import { save } from '#web/shared/export/download.ts'
import { Button } from '#web/ui/controls/button.tsx'
import type { Partners } from './api.ts'
import { handoverOf } from './handover.ts'
import { text } from './text.ts'
import { SecretValue } from './traffic/secret-value.tsx'

type SecretShownProps = { partner: ManagedPartner; secret: string; portal: Partners }

/** The new secret, once, to copy and as a file for the people of the partner. */
export function SecretShown({ partner, secret, portal }: SecretShownProps) {
  const download = () =>
    save(
      new Blob([handoverOf(partner, secret, portal)], { type: 'text/markdown' }),
      `${partner.client_id}.md`,
    )
  return (
    <SecretValue
      title={text.secretTitle}
      intro={text.secretOnce}
      name={text.secret}
      value={secret}
      hint={text.downloadHint}
    >
      <Button tone="ghost" onClick={download}>
        <Download size={18} aria-hidden="true" />
        {text.download}
      </Button>
    </SecretValue>
  )
}

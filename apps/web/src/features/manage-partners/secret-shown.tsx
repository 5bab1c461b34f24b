import type { ManagedPartner } from '@portal/contract/manage-partners.ts'
import { Copy, Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type Copied, copyText } from '#web/lib/copy.ts'
import { save } from '#web/shared/export/download.ts'
import { Button } from '#web/ui/controls/button.tsx'
import type { Partners } from './api.ts'
import { handoverOf } from './handover.ts'
import css from './partners-page.module.css'
import { text } from './text.ts'

type SecretShownProps = { partner: ManagedPartner; secret: string; portal: Partners }

/** The new secret, once, to copy and as a file for the people of the partner. */
export function SecretShown({ partner, secret, portal }: SecretShownProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const value = useRef<HTMLElement>(null)
  const [copied, setCopied] = useState<Copied>()
  useEffect(() => heading.current?.focus(), [])

  const copy = async () => {
    if (value.current) setCopied(await copyText(secret, value.current))
  }
  const download = () =>
    save(
      new Blob([handoverOf(partner, secret, portal)], { type: 'text/markdown' }),
      `${partner.client_id}.md`,
    )
  return (
    <section className={css.part} aria-labelledby="secret">
      <div>
        <h2 className="text-l" id="secret" ref={heading} tabIndex={-1}>
          {text.secretTitle}
        </h2>
        <p className="intro">{text.secretOnce}</p>
      </div>
      <div>
        <p className="note">{text.secret}</p>
        <code className={css.secret} ref={value}>
          {secret}
        </code>
      </div>
      <div className="actions">
        <Button onClick={() => void copy()}>
          <Copy size={18} aria-hidden="true" />
          {text.copy}
        </Button>
        <Button tone="ghost" onClick={download}>
          <Download size={18} aria-hidden="true" />
          {text.download}
        </Button>
      </div>
      <p className="note">{text.downloadHint}</p>
      <p className="note" role="status">
        {copied && text[copied]}
      </p>
    </section>
  )
}

import { Copy } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Copied, copyText } from '#web/lib/copy.ts'
import { Panel } from '#web/shared/manage/panel.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { text } from './text.ts'
import css from './traffic.module.css'

type SecretValueProps = {
  title: string
  intro: string
  /** What the value is. */
  name: string
  value: string
  /** Below the buttons. */
  hint: string
  /** Default: that of a secret. */
  copyLabel?: string
  /** More buttons. */
  children?: ReactNode
}

/** A new secret, which is shown once. Takes the focus. */
export function SecretValue({
  title,
  intro,
  name,
  value,
  hint,
  copyLabel = text.copySecret,
  children,
}: SecretValueProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef<HTMLElement>(null)
  const [copied, setCopied] = useState<Copied>()
  useEffect(() => heading.current?.focus(), [])

  const copy = async () => {
    if (shown.current) setCopied(await copyText(value, shown.current))
  }
  return (
    <Panel title={title} intro={intro} heading={heading}>
      <div>
        <p className="note">{name}</p>
        <code className={css.secret} ref={shown}>
          {value}
        </code>
      </div>
      <div className="actions">
        <Button onClick={() => void copy()}>
          <Copy size={18} aria-hidden="true" />
          {copyLabel}
        </Button>
        {children}
      </div>
      <p className="note">{hint}</p>
      <p className="note" role="status">
        {copied && text[copied]}
      </p>
    </Panel>
  )
}

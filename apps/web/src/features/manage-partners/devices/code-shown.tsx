import type { Device } from '@portal/contract/desk/manage-devices.ts'
import { useEffect, useRef } from 'react'
import { Panel } from '#web/shared/manage/panel.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { QrCode } from '#web/ui/layout/qr-code.tsx'
import type { NewCode } from './api.ts'
import css from './devices.module.css'
import { text } from './text.ts'
import { minutesUntil, useNow } from './use-now.ts'

type CodeShownProps = {
  shown: NewCode
  /** As it is now: once enrolled, its code is gone. */
  current: Device | undefined
  onClose: () => void
}

/** The code that enrols a device, once: large and as a QR code, with the time left and what to do on the phone. */
export function CodeShown({ shown: { device, enrolment }, current, onClose }: CodeShownProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const time = useNow(1_000)
  useEffect(() => heading.current?.focus(), [])
  const minutes = minutesUntil(enrolment.until, time)
  const isUsed = current?.enrolment_until === null && minutes > 0
  return (
    <Panel title={text.codeTitle(device.name)} intro={!isUsed && text.codeOnce} heading={heading}>
      {isUsed ? (
        <Notice tone="success" title={text.codeUsed}>
          <p>{text.codeUsedMeans}</p>
        </Notice>
      ) : minutes === 0 ? (
        <Notice tone="error" title={text.codeExpired} />
      ) : (
        <div className={css.code}>
          <div>
            <p className="note">{text.code}</p>
            <p className={css.value}>{enrolment.code}</p>
            <p className="semibold">{text.codeLeft(text.left(minutes))}</p>
          </div>
          <QrCode qr={enrolment.qr} label={text.qr} className={css.qr} />
          <div className={css.steps}>
            <ol>
              {text.steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            <p className="note breaks">
              {text.address}: {enrolment.link.split('#')[0]}
            </p>
          </div>
        </div>
      )}
      <div className="actions">
        <Button tone="ghost" onClick={onClose}>
          {text.closeCode}
        </Button>
      </div>
    </Panel>
  )
}

import type { CouponDetails } from '@portal/contract/coupons.ts'
import { Gift, Link2, Share2, Undo2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { problemText } from '#web/api/common-error-text.ts'
import { type Copied, copyText } from '#web/lib/copy.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { offerWords } from '#web/shared/offers/offer-words.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { useCouponChanges } from './api.ts'
import css from './coupons.module.css'
import { changeSentences, offerText as text, withdrawSentences } from './offer-text.ts'

type Asking = 'give' | 'giveBack'
type Outcome = { tone: 'success' | 'error'; title: string; means?: string }

/** Gives a coupon of the portal's own offers back or away. */
export function CouponActions({ coupon }: { coupon: CouponDetails }) {
  const changes = useCouponChanges(coupon.id)
  const section = useRef<HTMLElement>(null)
  const [asking, setAsking] = useState<Asking>()
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const [link, setLink] = useState<string>()
  const { offer, state, cost } = coupon

  useEffect(() => {
    if (outcome) section.current?.querySelector<HTMLElement>('[data-problem], [data-success]')?.focus()
  }, [outcome])

  if (!offer) return null
  const isValid = state === 'valid'

  const run = async (
    change: () => Promise<unknown>,
    done: Outcome | undefined,
    failed: { title: string; sentences: Parameters<typeof problemText>[0] },
  ) => {
    if (busy) return
    setAsking(undefined)
    setOutcome(undefined)
    setBusy(true)
    try {
      await change()
      setOutcome(done)
    } catch (error) {
      setOutcome({ tone: 'error', title: failed.title, means: problemText(failed.sentences, error) })
    } finally {
      setBusy(false)
    }
  }
  const give = () =>
    run(async () => setLink(await changes.give()), undefined, {
      title: text.notGiven,
      sentences: changeSentences,
    })
  const giveBack = () =>
    run(
      changes.giveBack,
      { tone: 'success', title: text.givenBack, means: text.givenBackMeans(cost) },
      { title: text.notGivenBack, sentences: changeSentences },
    )
  const withdraw = () =>
    run(
      async () => {
        await changes.withdraw()
        setLink(undefined)
      },
      { tone: 'success', title: text.withdrawn },
      { title: text.notWithdrawn, sentences: withdrawSentences },
    )
  const isOpen = isValid && offer.gift === 'open'
  return (
    <section ref={section} className={css.actions}>
      {outcome && (
        <Notice tone={outcome.tone} title={outcome.title}>
          {outcome.means !== undefined && <p>{outcome.means}</p>}
        </Notice>
      )}
      {isOpen && (
        <div className={css.gift}>
          <div>
            <h2 className="text-l">{text.open}</h2>
            {offer.gift_until !== null && <p>{text.openMeans(formatDateTime(offer.gift_until))}</p>}
          </div>
          {link === undefined ? (
            <p>{text.linkGone}</p>
          ) : (
            <GiftLink link={link} title={offerWords(coupon.title, coupon.title_en).text} />
          )}
          <div className="actions">
            {link === undefined && (
              <Button tone="ghost" busy={busy} onClick={() => void give()}>
                <Link2 size={19} aria-hidden="true" />
                {text.newLink}
              </Button>
            )}
            <Button tone="ghost" busy={busy} onClick={() => void withdraw()}>
              {text.withdraw}
            </Button>
          </div>
        </div>
      )}
      {isValid && !isOpen && (
        <>
          <h2 className="text-l">{text.actions}</h2>
          <div className="actions">
            <Button tone="ghost" busy={busy} onClick={() => setAsking('give')}>
              <Gift size={19} aria-hidden="true" />
              {text.give}
            </Button>
            {offer.return_until !== null && (
              <Button tone="ghost" busy={busy} onClick={() => setAsking('giveBack')}>
                <Undo2 size={19} aria-hidden="true" />
                {text.giveBack}
              </Button>
            )}
          </div>
        </>
      )}
      {asking === 'give' && (
        <ConfirmDialog
          title={text.giveQuestion}
          cancel={{ label: text.cancel, action: () => setAsking(undefined) }}
          confirm={{ label: text.giveNow, action: () => void give() }}
        >
          <p>{text.giveMeans}</p>
          <p>{text.giveMeanwhile}</p>
          <p>{text.giveFinal}</p>
        </ConfirmDialog>
      )}
      {asking === 'giveBack' && (
        <ConfirmDialog
          title={text.giveBackQuestion}
          cancel={{ label: text.cancel, action: () => setAsking(undefined) }}
          confirm={{ label: text.giveBack, action: () => void giveBack() }}
        >
          <p>{text.giveBackMeans(cost)}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

/** The link with what sends it: the device's own sheet, where there is one, or the clipboard. */
function GiftLink({ link, title }: { link: string; title: string }) {
  const id = useId()
  const shown = useRef<HTMLParagraphElement>(null)
  const [copied, setCopied] = useState<Copied>()
  useEffect(() => shown.current?.focus(), [])
  const copy = async () => {
    if (shown.current) setCopied(await copyText(link, shown.current))
  }
  const canShare = 'share' in navigator
  const share = () =>
    // Rejected if the person closes the sheet.
    void navigator.share({ title, text: text.shared(title), url: link }).catch(() => undefined)
  return (
    <>
      <div>
        <h3 className="text-s semibold" id={id}>
          {text.link}
        </h3>
        <p ref={shown} className={css.giftLink} tabIndex={-1} aria-labelledby={id}>
          {link}
        </p>
        <p className="note">{text.linkOnce}</p>
      </div>
      <div className="actions">
        {canShare && (
          <Button onClick={share}>
            <Share2 size={19} aria-hidden="true" />
            {text.share}
          </Button>
        )}
        <Button tone={canShare ? 'ghost' : 'primary'} onClick={() => void copy()}>
          {text.copy}
        </Button>
      </div>
      <p role="status" className={css.said}>
        {copied && text[copied]}
      </p>
    </>
  )
}

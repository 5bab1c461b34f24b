import { Link } from 'react-router'
import { problemText } from '#web/api/common-error-text.ts'
import { Page } from '#web/shared/page/page.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { lazyPart, PartBoundary } from '#web/ui/layout/lazy-part.tsx'
import { QrCode } from '#web/ui/layout/qr-code.tsx'
import css from './card.module.css'
import { sentences, text } from './text.ts'
import { useCardCode, useScreenAwake } from './use-card-code.ts'

// Later than the code.
const CardVisits = lazyPart(async () => (await import('./card-visits.tsx')).CardVisits)

/** /card, for customers: a code to show at a desk, and what desks recorded. */
export function CardPage() {
  useScreenAwake()
  return (
    <Page title={text.title}>
      <div className="narrow">
        <h1 tabIndex={-1}>{text.title}</h1>
        <Code />
        {/* Below the code, which must not move while it is read. */}
        <PartBoundary>
          <CardVisits part="new" />
        </PartBoundary>
        <p className="intro">{text.intro}</p>
        <ul className={css.hints}>
          <li>{text.onlyHere}</li>
          <li>{text.bright}</li>
          {'wakeLock' in navigator && <li>{text.awake}</li>}
        </ul>
        <p className="mt-4">
          {text.printed} <Link to="/settings#printed-card">{text.printedLink}</Link>
        </p>
        <PartBoundary>
          <CardVisits part="earlier" />
        </PartBoundary>
      </div>
    </Page>
  )
}

/** '2:05' */
const timeText = (ms: number) => {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** The code as text and as QR code, how long it works, and what is wrong if no next one comes. */
function Code() {
  const { card, hasExpired, error, isSlow, now, askAgain } = useCardCode()
  if (!card && (hasExpired || error))
    return (
      <section className={css.instead} aria-label={text.code}>
        <div role="alert">
          <p className="text-l semibold">{hasExpired ? text.expired : text.none}</p>
          <p className="intro">{error ? problemText(sentences, error) : text.expiredHint}</p>
        </div>
        <Button onClick={askAgain}>{text.retry}</Button>
      </section>
    )
  if (!card)
    return (
      <LoadingPart className={css.instead} isFirst>
        <Skeleton width="60%" height="3rem" />
        <Skeleton width="min(22rem, 100%)" height="18rem" />
      </LoadingPart>
    )
  const late = error ? text.failed : isSlow ? text.slow : undefined
  return (
    <section className={css.ticket} aria-label={text.code}>
      <QrCode qr={card.qr} label={text.qr} className={css.qr} />
      <p className={css.code}>
        {card.code.split('-').map((group, at) => (
          // The groups of a code do not change.
          // eslint-disable-next-line react/no-array-index-key
          <span key={at}>{at === 0 ? `${group}-` : group}</span>
        ))}
      </p>
      <div className={css.time}>
        {/* Not announced each second. */}
        <p role="timer" className={css.left}>
          {late
            ? text.validFor(timeText(card.until - now))
            : text.next(Math.min(card.renew_after, Math.max(0, Math.ceil((card.renewAt - now) / 1_000))))}
        </p>
        <p role="status" className={css.late}>
          {late}
        </p>
      </div>
    </section>
  )
}

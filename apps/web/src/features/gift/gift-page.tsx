import type { ReplyOf } from '@portal/contract/endpoint.ts'
import type { showGift } from '@portal/contract/coupons.ts'
import { useQuery } from '@tanstack/react-query'
import { TicketX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { ApiError } from '#web/api/call.ts'
import { problemText } from '#web/api/common-error-text.ts'
import { meOptions } from '#web/api/session.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { OfferPicture } from '#web/shared/offers/offer-picture.tsx'
import { offerWords } from '#web/shared/offers/offer-words.ts'
import { Page } from '#web/shared/page/page.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { formatDay } from '#web/ui/date-picker/athens-days.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Unloaded } from '#web/ui/feedback/unloaded.tsx'
import { Facts } from '#web/ui/lists/facts.tsx'
import { giftOptions, useGift } from './api.ts'
import css from './gift-page.module.css'
import { sentences, text } from './text.ts'

/** /gift/{token}, for everyone: a coupon that somebody gives away. A signed-in citizen receives it. */
export function GiftPage() {
  const { token = '' } = useParams()
  const query = useQuery(giftOptions(token))
  const { data, error } = query
  const { data: profile } = useQuery(meOptions)
  const isGone = error instanceof ApiError && error.has('not_found')
  return (
    <Page title={text.title}>
      <div className="narrow">
        <h1 tabIndex={-1}>{text.title}</h1>
        {data && !isGone && <Gift key={token} token={token} gift={data} />}
        {isGone ? (
          <EmptyState icon={TicketX} title={text.gone} text={text.goneMeans}>
            {profile?.is_staff === false && (
              <ButtonLink tone="ghost" to="/coupons">
                {text.toCoupons}
              </ButtonLink>
            )}
          </EmptyState>
        ) : (
          <Unloaded query={query} failed={text.failed} height="16rem" className="mt-4" />
        )}
      </div>
    </Page>
  )
}

function Gift({ token, gift }: { token: string; gift: ReplyOf<typeof showGift> }) {
  const title = offerWords(gift.title, gift.title_en)
  const facts = [
    [text.shop, gift.shop, 'el'],
    [text.place, gift.place, 'el'],
    [text.validUntil, formatDay(gift.valid_until)],
    [text.until, formatDateTime(gift.expires_at)],
  ] as const
  return (
    <div className={css.gift}>
      <OfferPicture kind="coupon" picture={gift.picture} large />
      <div className={css.body}>
        <div>
          <h2 className="text-xl breaks" lang={title.lang}>
            {title.text}
          </h2>
          {gift.giver !== '' && (
            <p className="muted breaks">
              <span>{text.from(gift.giver)}</span>
            </p>
          )}
        </div>
        <Facts rows={facts} />
        <Receive token={token} />
      </div>
    </div>
  )
}

/** The button that receives the coupon, or the way to sign in, which returns here. */
function Receive({ token }: { token: string }) {
  const { data: profile } = useQuery(meOptions)
  const take = useGift(token)
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem !== undefined) place.current?.querySelector<HTMLElement>('[data-problem]')?.focus()
  }, [problem])

  if (profile === undefined) return null
  if (profile === null) {
    const next = `?${new URLSearchParams({ next: `/gift/${token}` }).toString()}`
    return (
      <div className="stack column gap-3">
        <p>{text.signInMeans}</p>
        <div className="actions">
          <ButtonLink to={`/login${next}`}>{text.signIn}</ButtonLink>
          <ButtonLink tone="ghost" to={`/signup${next}`}>
            {text.signUp}
          </ButtonLink>
        </div>
      </div>
    )
  }
  if (profile.is_staff) return <p>{text.staff}</p>

  const receive = async () => {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      const id = await take()
      void navigate(`/coupons/${id}`, { replace: true, state: { received: true } })
    } catch (error) {
      setProblem(problemText(sentences, error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div ref={place} className="stack column gap-3">
      {problem !== undefined && (
        <Notice tone="error" title={text.notTaken}>
          <p>{problem}</p>
        </Notice>
      )}
      <p>{text.takeMeans}</p>
      <Button wide busy={busy} onClick={() => void receive()}>
        {text.take}
      </Button>
    </div>
  )
}

import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import type { OfferDetails, TakenOffer } from '@portal/contract/offers.ts'
import { HeartHandshake } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useForm } from '#web/shared/forms/form.ts'
import { offerWords } from '#web/shared/offers/offer-words.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { formatDay, useToday } from '#web/ui/date-picker/athens-days.ts'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { FormProblems } from '#web/ui/forms/problem-list.tsx'
import { Facts } from '#web/ui/lists/facts.tsx'
import { isAnswered, useTake } from './api.ts'
import css from './offers.module.css'
import { amountLabels, sentences, text } from './text.ts'
import { returnDay, validDay } from './validity.ts'

type TakeDialogProps = { offer: OfferDetails; onClose: () => void }

/** Asks once, takes the points, and leads to the coupon, or thanks for a donation. */
export function TakeDialog({ offer, onClose }: TakeDialogProps) {
  const id = useId()
  const [thanks, setThanks] = useState<TakenOffer>()
  return (
    <Modal labelledBy={`${id}-title`} onCancel={onClose}>
      {thanks ? (
        <Thanks id={`${id}-title`} taken={thanks} shop={offer.shop} onClose={onClose} />
      ) : (
        <Question id={`${id}-title`} offer={offer} onClose={onClose} onDonated={setThanks} />
      )}
    </Modal>
  )
}

type QuestionProps = TakeDialogProps & { id: string; onDonated: (taken: TakenOffer) => void }

function Question({ id, offer, onClose, onDonated }: QuestionProps) {
  const navigate = useNavigate()
  const take = useTake()
  const isCoupon = offer.kind === 'coupon'
  const title = offerWords(offer.title, offer.title_en)
  // Whether the last try got no answer: perhaps it was completed.
  const [isUnsure, setUnsure] = useState(false)
  // The second press of a fast hand may come before the coupon's page: it would be a second coupon.
  const isTaken = useRef(false)

  const check = ({ points }: { points: string }): ErrorDetail[] => {
    if (isCoupon) return []
    const amount = amountOf(points)
    if (amount === undefined) return [{ code: 'integer_invalid', field: 'points' }]
    if (amount < offer.points) return [{ code: 'too_small', field: 'points', params: { min: offer.points } }]
    // The first try may have taken them.
    if (amount > offer.available && !isUnsure) return [{ code: 'points_insufficient', field: 'points' }]
    return []
  }
  const { form, field, values, others, rejected, pending } = useForm({
    initial: { points: isCoupon ? '' : String(offer.points) },
    labels: amountLabels,
    check,
    sentences,
    sentencesOnly: true,
    ...(!isCoupon && { places: { points_insufficient: 'points' } }),
    submit: async ({ points }) => {
      if (isTaken.current) return
      setUnsure(false)
      const amount = isCoupon ? offer.points : (amountOf(points) ?? 0)
      const taken = await take(offer.id, amount).catch((error: unknown) => {
        setUnsure(!isAnswered(error))
        throw error
      })
      isTaken.current = true
      // A repeated submission may answer after the coupon was given away.
      if (isCoupon)
        void navigate(taken.coupon ? `/coupons/${taken.coupon.id}` : '/coupons', {
          state: { available: taken.available },
        })
      else onDonated(taken)
    },
  })
  return (
    <form {...form} className="stack column gap-4" aria-labelledby={id}>
      <div className="stack gap-1">
        <h2 id={id}>{isCoupon ? text.takeQuestion(offer.points) : text.donateQuestion}</h2>
        <p className="breaks">
          <b lang={title.lang}>{title.text}</b>, <span lang="el">{offer.shop}</span>
        </p>
      </div>
      {isCoupon ? (
        <CouponTerms offer={offer} />
      ) : (
        <>
          <TextField
            {...field('points')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
            hint={text.amountHint(offer.points, offer.available)}
          />
          <p>
            {text.after}: <b>{text.points(Math.max(0, offer.available - (amountOf(values.points) ?? 0)))}</b>.{' '}
            {text.donationFinal}
          </p>
        </>
      )}
      {isUnsure && others.length > 0 && (
        <Notice tone="error" title={text.unsure}>
          <p>{text.unsureMeans}</p>
        </Notice>
      )}
      <FormProblems
        of={{ rejected: rejected && !isUnsure, others }}
        title={isCoupon ? text.failedTake : text.failedDonation}
      />
      <div className="actions">
        <Button tone="ghost" onClick={onClose}>
          {text.cancel}
        </Button>
        <Button type="submit" busy={pending}>
          {isUnsure ? text.again : isCoupon ? text.confirm : text.confirmDonation}
        </Button>
      </div>
    </form>
  )
}

/** A whole number, also with the separators of thousands: '1.000'. */
const amountOf = (typed: string): number | undefined => {
  const digits = typed.trim().replace(/(?<=\d)[.,\s](?=\d{3}(?!\d))/g, '')
  return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined
}

function CouponTerms({ offer }: { offer: OfferDetails }) {
  const today = useToday()
  const until = validDay(offer, today)
  const giveBack = returnDay(offer, today)
  const terms = [
    [text.cost, text.points(offer.points)],
    [text.after, text.points(Math.max(0, offer.available - offer.points))],
    [text.validUntil, until && formatDay(until)],
    [text.giveBack, giveBack === null ? text.notReturnable : text.returnUntil(formatDay(giveBack))],
    [text.expiry, offer.returns_when_expired ? text.pointsReturn : text.pointsLost],
  ] as const
  return <Facts rows={terms} />
}

type ThanksProps = { id: string; taken: TakenOffer; shop: string; onClose: () => void }

function Thanks({ id, taken, shop, onClose }: ThanksProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={css.thanks}>
      <HeartHandshake size={44} aria-hidden="true" />
      <h2 ref={heading} id={id} tabIndex={-1}>
        {text.thanks}
      </h2>
      <p>{text.donated(taken.points, shop)}</p>
      {taken.raised !== null && <p>{text.raisedNow(taken.raised)}</p>}
      <p>{text.remaining(taken.available)}</p>
      <Button onClick={onClose}>{text.close}</Button>
    </div>
  )
}

import { codeLengths, isDeskCode, readDeskCode } from '@portal/contract/desk/desk-codes.ts'
import { WifiOff } from 'lucide-react'
import { useState } from 'react'
import { Unreachable } from '#web/api/call.ts'
import { problemText } from '#web/api/common-error-text.ts'
import * as endpoints from '#web/api/endpoints.ts'
import { newSubmission } from '#web/lib/submission.ts'
import { ask } from '../model/ask.ts'
import { learnFrom } from '../model/device.ts'
import { useOnline } from '../model/online.ts'
import { loadToday } from '../model/today.ts'
import { CodeForm } from '../parts/code-form.tsx'
import { Heading } from '../parts/heading.tsx'
import { Scanner } from '../parts/scanner.tsx'
import { play } from '../parts/sound.ts'
import { sentences } from '../words/error-text.ts'
import { text } from '../words/text.ts'
import { Answer, answerButtons } from './answer.tsx'
import { CouponAnswer, type Shown } from './coupon-answer.tsx'
import work from './work.module.css'
import { Today } from './today.tsx'

/** Checks and uses coupons: never without network. */
export function Coupons() {
  const online = useOnline()
  const [shown, setShown] = useState<Shown>()
  const [isOffline, setOffline] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function run(work: () => Promise<void>) {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      play('bad')
      if (!learnFrom(error)) setProblem(problemText(sentences, error, text.couponCode))
    } finally {
      setBusy(false)
    }
  }

  const check = (typed: string) => {
    const code = readDeskCode(typed)
    if (!isDeskCode(code, codeLengths.coupon)) {
      play('bad')
      const isCard = isDeskCode(code, codeLengths.card)
      return setProblem(isCard ? text.isCard : text.couponLength)
    }
    if (!navigator.onLine) {
      play('bad')
      return setOffline(true)
    }
    return void run(async () => {
      try {
        const coupon = await ask(endpoints.checkDeskCoupon, { body: { code } })
        play(coupon.state === 'valid' ? 'good' : 'bad')
        setShown({ code, coupon, submission: newSubmission(), phase: 'checked' })
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error
        play('bad')
        setOffline(true)
      }
    })
  }

  const redeem = ({ code, coupon, submission }: Shown) =>
    void run(async () => {
      try {
        const { outcome, ...after } = await ask(endpoints.useDeskCoupon, { body: { code, submission } })
        play(outcome === 'used' ? 'done' : 'bad')
        const next = { ...coupon, ...after }
        setShown({ code, coupon: next, submission, phase: outcome === 'used' ? 'used' : 'checked' })
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error
        play('bad')
        setShown({ code, coupon, submission, phase: 'unanswered' })
      }
    })

  const next = () => {
    setShown(undefined)
    setOffline(false)
    setProblem(undefined)
  }

  const undo = (id: number) =>
    void run(async () => {
      await ask(endpoints.undoDeskCoupon, { body: { id } })
      next()
      await loadToday()
    })

  if (isOffline)
    return (
      <Answer tone="bad" icon={WifiOff} word={text.offline} lines={[text.couponsOffline]}>
        <button type="button" className={answerButtons.main} onClick={next}>
          {text.next}
        </button>
      </Answer>
    )
  if (shown)
    return (
      <CouponAnswer
        {...{ shown, busy, problem }}
        onRedeem={() => redeem(shown)}
        onUndo={undo}
        onNext={next}
      />
    )
  return (
    <div className={work.page}>
      <Heading hidden>{text.uses.coupons}</Heading>
      {!online && (
        <p className={work.warning} role="alert">
          <WifiOff size={22} aria-hidden="true" />
          <span>{text.couponsOffline}</span>
        </p>
      )}
      <div className={work.columns}>
        <div className="stack column gap-4">
          <Scanner hint={text.aimCoupon} onCode={check} />
          <CodeForm
            label={text.couponCode}
            button={text.check}
            busy={busy}
            problem={problem}
            onCode={check}
          />
        </div>
        <Today online={online} onUndo={undo} />
      </div>
    </div>
  )
}

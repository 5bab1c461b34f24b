import { deliveryReasons, type RejectionReason, visitReasons } from '@portal/contract/words/claim-facts.ts'
import type { Claim, ClaimDetails, decideClaim } from '@portal/contract/claims.ts'
import type { BodyOf } from '@portal/contract/endpoint.ts'
import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { AreaField } from '#web/shared/forms/area-field.tsx'
import { FormProblems } from '#web/ui/forms/problem-list.tsx'
import { useForm } from '#web/shared/forms/form.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { useDecision } from './api.ts'
import { Candidates, Credited } from './candidates.tsx'
import pane from '#web/ui/lists/detail-pane.module.css'
import css from './claim-details.module.css'
import { reasonNames, sentences, text } from './text.ts'

type Body = BodyOf<typeof decideClaim>
type AnswerProps = { claim: ClaimDetails; onDone: (state: Claim['state']) => void }

const choicesOf = (reasons: readonly RejectionReason[]) =>
  reasons.map((value) => ({ value, label: reasonNames[value] }))
const labels = { points: text.pointsLabel, reason: text.reasonLabel, text: text.message }

/**
 * The evidence with its answers: a button at each waiting delivery, points by hand, and a rejection. One form, because the
 * message to the citizen goes with any of them. Without buttons once the claim is decided, or if it is of the reader.
 */
export function Answer({ claim, onDone }: AnswerProps) {
  const decide = useDecision()
  const { visit } = claim
  const [chosen, setChosen] = useState<Body>({ answer: visit ? 'undo' : 'points' })
  const isOpen = claim.state === 'open' && !claim.own
  const { suggested_points: suggested } = claim
  const whole = useForm<'points' | 'reason' | 'text'>({
    initial: { points: suggested === null ? '' : String(suggested), reason: '', text: '' },
    labels,
    check: ({ points, reason, text }): ErrorDetail[] => {
      if (chosen.answer === 'points') {
        if (points.trim() === '') return [{ code: 'blank', field: 'points' }]
        return /^\d+$/.test(points.trim()) ? [] : [{ code: 'integer_invalid', field: 'points' }]
      }
      if (chosen.answer !== 'reject') return []
      if (reason === '') return [{ code: 'choice_invalid', field: 'reason' }]
      return reason === 'other' && text.trim() === '' ? [{ code: 'blank', field: 'text' }] : []
    },
    sentences,
    sentencesOnly: true,
    submit: async ({ points, reason, text }) => {
      const { state } = await decide(claim.id, {
        ...chosen,
        ...(chosen.answer === 'points' && { points: Number(points) }),
        ...(chosen.answer === 'reject' && { reason: reason as RejectionReason }),
        ...(text.trim() !== '' && { text }),
        ...(chosen.answer !== 'reject' && !visit && { credited: claim.credited.map(({ id }) => id) }),
      })
      onDone(state)
    },
  })
  const { form, field, set, values, pending } = whole
  /** Before the submit of the same click, which has to see it. */
  const choose = (body: Body) => flushSync(() => setChosen(body))
  return (
    <form {...form} className="stack column gap-5" aria-label={text.answerHeading}>
      <FormProblems of={whole} title={text.notDone} />
      {!visit && (isOpen || claim.candidates.length > 0) && (
        <section aria-labelledby="candidates">
          <h3 className={pane.part} id="candidates">
            {text.candidates}
          </h3>
          <Candidates
            candidates={claim.candidates}
            isOpen={isOpen}
            busy={pending && chosen.answer === 'delivery' ? chosen.delivery : undefined}
            onChoose={(delivery) => {
              choose({ answer: 'delivery', delivery })
              form.ref.current?.requestSubmit()
            }}
          />
        </section>
      )}
      <Credited records={claim.credited} />
      {claim.own && claim.state === 'open' && <p className={css.hint}>{text.own}</p>}
      {isOpen && (
        <section className={css.choices} aria-labelledby="answer">
          <h3 className="text-m" id="answer">
            {text.answerHeading}
          </h3>
          {/* Several lines: with a single one, Enter would press the first button. */}
          <AreaField
            {...field('text')}
            hint={text.messageHint}
            optional={values.reason !== 'other'}
            rows={2}
            maxLength={500}
            onChange={(value) => set('text', value)}
          />
          <div className={css.columns}>
            {visit ? (
              <div className={css.choice} role="group" aria-label={text.toUndo}>
                <p className={css.hint}>
                  {visit.title === null ? text.undoTakes(visit.points) : text.undoCoupon}
                </p>
                <Button
                  type="submit"
                  busy={pending && chosen.answer === 'undo'}
                  onClick={() => choose({ answer: 'undo' })}
                >
                  {text.undo}
                </Button>
              </div>
            ) : (
              <div className={css.choice} role="group" aria-label={text.byHand}>
                <TextField {...field('points')} inputMode="numeric" autoComplete="off" hint={rateOf(claim)} />
                <Button
                  type="submit"
                  tone={claim.candidates.length > 0 ? 'ghost' : 'primary'}
                  busy={pending && chosen.answer === 'points'}
                  onClick={() => choose({ answer: 'points' })}
                >
                  {text.credit}
                </Button>
              </div>
            )}
            <div className={css.choice} role="group" aria-label={text.reject}>
              <Select
                {...field('reason')}
                placeholder={text.chooseReason}
                choices={choicesOf(visit ? visitReasons : deliveryReasons)}
              />
              <Button
                type="submit"
                tone="ghost"
                busy={pending && chosen.answer === 'reject'}
                onClick={() => choose({ answer: 'reject' })}
              >
                {text.reject}
              </Button>
            </div>
          </div>
        </section>
      )}
    </form>
  )
}

function rateOf({ litres, points_per_litre: rate }: ClaimDetails): string {
  if (rate === null) return text.noRate
  return litres === null ? text.rateOnly(rate) : text.rateHint(litres, rate)
}

import type { Candidate, ClaimDetails } from '@portal/contract/claims.ts'
import { printedStickerCode } from '@portal/contract/sticker-codes.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Link } from 'react-router'
import pane from '#web/ui/lists/detail-pane.module.css'
import css from './claim-details.module.css'
import { text } from './text.ts'

type CandidatesProps = {
  candidates: Candidate[]
  /** Whether the claim can be decided. */
  isOpen: boolean
  /** Id of the delivery that is being credited. */
  busy: number | undefined
  onChoose: (delivery: number) => void
}

/** Waiting deliveries that may be the reported one, closest first, with the differences marked and a button each. */
export function Candidates({ candidates, isOpen, busy, onChoose }: CandidatesProps) {
  if (candidates.length === 0) return <p className={css.hint}>{text.noCandidates}</p>
  return (
    <ul className={css.candidates} aria-labelledby="candidates">
      {candidates.map((candidate, place) => {
        const { id, sticker, compared, owner } = candidate
        return (
          <li key={id} className={css.candidate}>
            <div>
              <p className={css.code}>
                <Marked code={sticker} compared={compared} />
                {compared !== null && compared !== sticker && (
                  <span className={css.hint}> {text.comparedWith(printedStickerCode(compared))}</span>
                )}
              </p>
              <p>
                {[
                  formatDateTime(candidate.created_at),
                  candidate.litres === null ? undefined : text.litresOf(candidate.litres),
                  candidate.place,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              <p className={css.hint}>
                {candidate.site} · {text.waits[candidate.waits_for]}
              </p>
              {owner && (
                <p className={css.warning}>
                  {text.ownerIs}:{' '}
                  <Link to={`/admin/users/${owner.id}`}>{owner.full_name || text.nameless}</Link>
                </p>
              )}
              <ul className={css.differences}>
                {candidate.differences.length === 0 && <li className={css.same}>{text.same}</li>}
                {candidate.differences.map((name) => (
                  <li key={name}>{text.differs[name]}</li>
                ))}
              </ul>
            </div>
            {isOpen ? (
              <Button
                tone={place === 0 ? 'primary' : 'ghost'}
                busy={busy === id}
                aria-label={text.deliveryLabel(candidate.points, sticker)}
                onClick={() => onChoose(id)}
              >
                {text.creditDelivery(candidate.points)}
              </Button>
            ) : (
              <strong>{text.pointsOf(candidate.points)}</strong>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** A code in groups of four, if it has the length of one, with the characters marked that differ from another one. */
function Marked({ code, compared }: { code: string; compared: string | null }) {
  const [start, end] = compared === null ? [0, 0] : differenceOf(code, compared)
  const dash = (at: number) => (code.length === 12 && at % 4 === 0 && at > 0 && at < code.length ? '-' : '')
  const part = (from: number, to: number) =>
    Array.from(code.slice(from, to), (sign, at) => (at > 0 ? dash(from + at) : '') + sign).join('')
  return (
    <>
      {part(0, start)}
      {dash(start)}
      {end > start && (
        <>
          <mark className={css.mark}>{part(start, end)}</mark>
          {dash(end)}
        </>
      )}
      {part(end, code.length)}
    </>
  )
}

/** Returns where a code differs from another one: from the first wrong character to after the last. */
function differenceOf(code: string, other: string): [start: number, end: number] {
  let start = 0
  while (start < code.length && code[start] === other[start]) start += 1
  let same = 0
  while (same < Math.min(code.length, other.length) - start && code.at(-1 - same) === other.at(-1 - same))
    same += 1
  return [start, Math.max(code.length - same, start)]
}

/** The citizen's deliveries that were credited around that day. */
export function Credited({ records }: { records: ClaimDetails['credited'] }) {
  if (records.length === 0) return null
  return (
    <section aria-labelledby="credited">
      <h3 className={pane.part} id="credited">
        {text.credited}
      </h3>
      <ul className={css.credited} aria-labelledby="credited">
        {records.map(({ id, created_at, litres, place, points }) => (
          <li key={id}>
            {[
              formatDateTime(created_at),
              text.pointsOf(points),
              litres === null ? undefined : text.litresOf(litres),
              place,
            ]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
      </ul>
    </section>
  )
}

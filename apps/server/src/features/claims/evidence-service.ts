import type { Difference } from '@portal/contract/words/claim-facts.ts'
import type { Db } from '#server/db/database.ts'
import { type CreditedRow, listCredited } from '#server/ledger/manual/record-manually.ts'
import { listRates, rateOf } from '#server/ledger/rates/rates.ts'
import { codesNear } from '#server/ledger/stickers/near-codes.ts'
import type { ClaimRow } from './queries.ts'
import * as queries from './evidence-queries.ts'

export type Candidate = queries.CandidateRow & { compared: string | null; differences: Difference[] }

export type Evidence = {
  candidates: Candidate[]
  credited: CreditedRow[]
  pointsPerLitre: number | null
  suggestedPoints: number | null
}

/** Litres are estimates: a difference is more than a fifth, and more than half a litre. */
const litresDiffer = (reported: number, measured: number) =>
  Math.abs(reported - measured) > Math.max(0.5, 0.2 * measured)

/** Finds the waiting deliveries that may be the reported one, closest first. For staff: they may be of others. */
export async function findCandidates(db: Db, claim: ClaimRow): Promise<Candidate[]> {
  const own = await queries.listOwnCodes(db, claim.participantId)
  const codes = [...new Set([...(claim.stickerCode ? [claim.stickerCode] : []), ...own])]
  const nearOf = new Map(codes.map((code) => [code, new Set(codesNear(code))]))
  const { placeId, day, hour } = claim
  const found = await queries.listCandidates(db, {
    exact: codes,
    near: [...new Set([...nearOf.values()].flatMap((near) => [...near]))],
    placeId,
    day,
    hour,
  })
  return found
    .map((row): Candidate => {
      const { stickerCode } = row
      const compared =
        codes.find((code) => code === stickerCode) ??
        codes.find((code) => nearOf.get(code)?.has(stickerCode)) ??
        claim.stickerCode
      return { ...row, compared, differences: differencesOf(claim, row, compared) }
    })
    .sort((one, other) => one.differences.length - other.differences.length)
}

function differencesOf(claim: ClaimRow, row: queries.CandidateRow, compared: string | null): Difference[] {
  const differs: Record<Difference, boolean> = {
    sticker: compared !== null && compared !== row.stickerCode,
    day: row.day !== claim.day,
    hour: claim.hour !== null && Math.abs(row.hour - claim.hour) > 1,
    place: claim.placeId !== null && row.place !== null && !row.isPlace,
    litres: claim.litres !== null && row.litres !== null && litresDiffer(claim.litres, row.litres),
  }
  return (Object.keys(differs) as Difference[]).filter((name) => differs[name])
}

const none: Evidence = { candidates: [], credited: [], pointsPerLitre: null, suggestedPoints: null }

/** Everything that helps staff to decide on a claim, besides the claim itself. */
export async function findEvidence(db: Db, claim: ClaimRow): Promise<Evidence> {
  if (claim.recordId !== null) return none
  const rates = await listRates({ db })
  const worth = (litres: number) => rateOf(rates, 'oil_collected', { litres }, claim.day)
  const perLitre = worth(1)
  return {
    candidates: await findCandidates(db, claim),
    credited: await listCredited(db, claim.participantId, claim.day),
    pointsPerLitre: perLitre ? Number(perLitre.rate.pointsPerUnit) : null,
    suggestedPoints: claim.litres === null ? null : (worth(claim.litres)?.points ?? null),
  }
}

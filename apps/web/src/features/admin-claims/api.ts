import type {
  Candidate,
  Claim,
  ClaimDetails,
  decideClaim,
  findClaim,
  listClaims,
} from '@portal/contract/claims.ts'
import { differences } from '@portal/contract/claim-facts.ts'
import { descriptions } from '@portal/contract/descriptions.ts'
import type { BodyOf } from '@portal/contract/endpoint.ts'
import { routes } from '@portal/contract/routes.ts'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import {
  figure,
  flag,
  listOf,
  objectOf,
  oneOf,
  orNull,
  pageOf,
  person,
  text,
  timestamp,
  whole,
} from '#web/api/reply-checks.ts'
import { route } from '#web/api/route.ts'
import { reportedChecks } from '#web/shared/claims/claim-checks.ts'

const rowChecks = {
  ...reportedChecks,
  state: oneOf('open', 'approval', 'credited', 'rejected'),
  participant: person,
  own: flag,
  approval: orNull(whole),
  decided_by: orNull(text),
}
const claim = objectOf<Claim>(rowChecks)

const recordChecks = {
  id: whole,
  description: oneOf(...descriptions),
  points: whole,
  litres: orNull(figure),
  place: orNull(text),
  created_at: timestamp,
}
const details = objectOf<ClaimDetails>({
  ...rowChecks,
  email: text,
  candidates: listOf(
    objectOf<Candidate>({
      ...recordChecks,
      sticker: text,
      compared: orNull(text),
      differences: listOf(oneOf(...differences)),
      site: text,
      waits_for: oneOf('sticker_unknown', 'sticker_unbound', 'sticker_lost'),
      owner: orNull(person),
    }),
  ),
  credited: listOf(objectOf<ClaimDetails['credited'][number]>(recordChecks)),
  points_per_litre: orNull(figure),
  suggested_points: orNull(whole),
})

const listRoute = route<typeof listClaims>(routes.listClaims, pageOf(claim))
const findRoute = route<typeof findClaim>(routes.findClaim, details)
const decideRoute = route<typeof decideClaim>(routes.decideClaim, claim)

export type Shown = 'open' | 'decided'

export const claimsOptions = (state: Shown, page: number) =>
  queryOptions({
    queryKey: ['claims', 'list', state, page],
    queryFn: ({ signal }) => call(listRoute, { query: { state, page: String(page) } }, signal),
    placeholderData: keepPreviousData,
  })

export const claimOptions = (id: string) =>
  queryOptions({
    queryKey: ['claims', 'one', id],
    queryFn: ({ signal }) => call(findRoute, { params: { id } }, signal),
  })

/** Decides on a claim; afterwards the claims and the number in the menu are loaded again, also after a failure. */
export function useDecision() {
  const client = useQueryClient()
  return async (id: number, body: BodyOf<typeof decideClaim>): Promise<Claim> => {
    try {
      return await call(decideRoute, { params: { id: String(id) }, body })
    } finally {
      await client.invalidateQueries({ queryKey: ['claims'] })
    }
  }
}

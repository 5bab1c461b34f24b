import type { exportParticipants, resendParticipantActivation } from '@portal/contract/participants.ts'
import type { listPoints } from '@portal/contract/points.ts'
import type { listParticipantStickers } from '@portal/contract/sticker-look-up.ts'
import { queryOptions } from '@tanstack/react-query'
import { routes } from '@portal/contract/routes.ts'
import { call } from '#web/api/call.ts'
import { pointsPage, type ShownPage } from '#web/api/points-checks.ts'
import { listOf } from '#web/api/reply-checks.ts'
import { route } from '#web/api/route.ts'
import { sticker } from '#web/api/sticker-checks.ts'

/** Excel export of the participants that match a search. */
export const exportRoute = route<typeof exportParticipants>({
  ...routes.exportParticipants,
})

const stickersRoute = route<typeof listParticipantStickers>({
  ...routes.listParticipantStickers,
  reply: listOf(sticker),
})

/** A participant's stickers, newest first. */
export const stickersOptions = (id: number) =>
  queryOptions({
    queryKey: ['participants', 'stickers', id],
    queryFn: ({ signal }) => call(stickersRoute, { params: { id: String(id) } }, signal),
    refetchOnWindowFocus: false,
  })

const pointsRoute = route<typeof listPoints, ShownPage>({ ...routes.listPoints, reply: pointsPage })

/** A participant's last records. */
export const latestOptions = (id: number) =>
  queryOptions({
    queryKey: ['points', 'latest', id],
    queryFn: async ({ signal }) =>
      (await call(pointsRoute, { query: { participant: String(id), page_size: '5' } }, signal)).results,
    refetchOnWindowFocus: false,
  })

const resendRoute = route<typeof resendParticipantActivation>({ ...routes.resendParticipantActivation })

export const resendActivation = (id: number) => call(resendRoute, { params: { id: String(id) } })

import type { exportParticipants } from '@portal/contract/participants.ts'
import { route } from '#web/lib/route.ts'

/** The file of those whom a search finds. */
export const exportRoute = route<typeof exportParticipants>({
  method: 'GET',
  path: '/api/participants/export/',
})

import { findParticipant, listParticipants } from '@portal/contract/participants.ts'
import { handle, type Routes } from '#server/http/handle.ts'
import * as participants from './service.ts'

export const participantRoutes: Routes = (scope, portal) => {
  handle(scope, listParticipants, async ({ query, reply }) => {
    const found = await participants.listParticipants(portal, query)
    void reply.header('X-Total-Count', found.more ? `${found.total}+` : String(found.total))
    const link = found.inPieces ? linksOf(found, query.search) : ''
    if (link) void reply.header('Link', link)
    return found.participants
  })

  handle(scope, findParticipant, ({ params }) => participants.findParticipant(portal, params.id))
}

/** The next and previous pieces (RFC 8288), relative to the portal's address. */
function linksOf(found: participants.Participants, search: string | undefined): string {
  const { limit, offset, total, more, participants } = found
  const at = (place: number, rel: string) => {
    const query = new URLSearchParams({
      ...(search && { search }),
      limit: String(limit),
      offset: String(place),
    })
    return `<${listParticipants.path}?${query.toString()}>; rel="${rel}"`
  }
  const links = []
  // Where nobody counted them all, a piece that isn't full is the last one.
  if (more ? participants.length === limit : offset + limit < total) links.push(at(offset + limit, 'next'))
  if (offset > 0) links.push(at(Math.max(0, offset - limit), 'prev'))
  return links.join(', ')
}

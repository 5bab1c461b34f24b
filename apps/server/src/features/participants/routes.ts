import {
  findParticipant,
  listParticipants,
  listUnactivated,
  resendParticipantActivation,
} from '@portal/contract/participants.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { countPeopleRead } from '#server/lib/audit/staff-reads.ts'
import { auditRead, positionsOf } from '#server/lib/audit/reads.ts'
import { read } from '#server/lib/standby/standby.ts'
import * as participants from './service.ts'

export const participantRoutes: Routes = (scope, context) => {
  handle(scope, listParticipants, async ({ actor, query, reply }) => {
    const positions = positionsOf(participants.readPage(query))
    await auditRead(context, actor, participants.readEntryOf(query.search, positions))
    const found = await read(context, actor, (db) => participants.listParticipants({ db }, query))
    await countPeopleRead(context, actor, idsOf(found.participants))
    void reply.header('X-Total-Count', found.more ? `${found.total}+` : String(found.total))
    const link = found.isPaginated ? linksOf(found, query.search) : ''
    if (link) void reply.header('Link', link)
    return participants.markRestricted(context, actor, found.participants)
  })

  handle(scope, findParticipant, async ({ actor, params }) => {
    await auditRead(context, actor, { action: 'participant.view', subjectId: params.id })
    const person = await participants.findParticipant(context, params.id)
    const [shown = person] = await participants.markRestricted(context, actor, [person])
    return shown
  })

  handle(scope, listUnactivated, async ({ actor, query }) => {
    await auditRead(context, actor, {
      action: 'participants.search',
      details: { unactivated: true },
      text: query.search,
    })
    const found = await read(context, actor, (db) => participants.listUnactivated({ db }, query.search))
    await countPeopleRead(context, actor, idsOf(found))
    return found
  })

  handle(scope, resendParticipantActivation, ({ actor, params }) =>
    participants.resendActivation(context, actor, params.id),
  )
}

const idsOf = (people: { id: number }[]) => people.map(({ id }) => id)

/** Builds the Link header with the next and previous pages (RFC 8288), relative to the public URL. */
function linksOf(found: participants.Participants, search: string | undefined): string {
  const { limit, offset, total, more, participants } = found
  const linkTo = (offset: number, rel: string) => {
    const query = new URLSearchParams({
      ...(search && { search }),
      limit: String(limit),
      offset: String(offset),
    })
    return `<${listParticipants.path}?${query.toString()}>; rel="${rel}"`
  }
  const links = []
  // If not all matches were counted, a page that is not full is the last one.
  if (more ? participants.length === limit : offset + limit < total)
    links.push(linkTo(offset + limit, 'next'))
  if (offset > 0) links.push(linkTo(Math.max(0, offset - limit), 'prev'))
  return links.join(', ')
}

import {
  findParticipant,
  listParticipants,
  listUnactivated,
  resendParticipantActivation,
} from '@portal/contract/participants.ts'
import { handleFor, type Routes } from '#server/http/mount-endpoint.ts'
import { auditRead, positionsOf } from '#server/lib/audit/reads.ts'
import { read } from '#server/lib/standby/standby.ts'
import * as participants from './service.ts'

export const participantRoutes: Routes = (scope, context) => {
  handleFor(scope, listParticipants, async ({ actor, query, reply }) => {
    const found = await read(context, actor, (db) => participants.listParticipants({ db }, query))
    await auditRead(context, actor, {
      action: found.isSearch ? 'participants.search' : 'participants.list',
      details: positionsOf({ skip: found.offset, take: found.limit }),
      ...(found.isSearch && { text: query.search ?? '' }),
    })
    void reply.header('X-Total-Count', found.more ? `${found.total}+` : String(found.total))
    const link = found.isPaginated ? linksOf(found, query.search) : ''
    if (link) void reply.header('Link', link)
    return found.participants
  })

  handleFor(scope, findParticipant, async ({ actor, params }) => {
    const found = await participants.findParticipant(context, params.id)
    await auditRead(context, actor, { action: 'participant.view', subjectId: found.id })
    return found
  })

  handleFor(scope, listUnactivated, async ({ actor, query }) => {
    const found = await read(context, actor, (db) => participants.listUnactivated({ db }, query.search))
    await auditRead(context, actor, {
      action: 'participants.search',
      details: { unactivated: true },
      text: query.search,
    })
    return found
  })
}

export const resendActivationRoutes: Routes = (scope, context) => {
  handleFor(scope, resendParticipantActivation, ({ actor, params }) =>
    participants.resendActivation(context, actor, params.id),
  )
}

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

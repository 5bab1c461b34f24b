import { factsOf } from '@portal/contract/words/descriptions.ts'
import { auditActionNames } from '@portal/contract/security/audit.ts'
import type { Db } from '#server/db/database.ts'
import { listExportsWith } from '#server/features/audit/service.ts'
import { listAllNotes } from '#server/features/phone-calls/service.ts'
import { listConsentsOf } from '#server/features/connected-sites/consent-service.ts'
import { listClaimsOf } from '#server/features/claims/service.ts'
import { listRequestsOf } from '#server/features/data-requests/service.ts'
import { listNewsOf } from '#server/features/notices/service.ts'
import { listOwnStickers } from '#server/ledger/stickers/ownership.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import * as queries from './export-queries.ts'
import { findErasure } from './queries.ts'

const timeOrNull = (time: Date | null) => time && athensTime(time)

/** What a record and a waiting delivery have in common. `description_text` is Greek. */
const bookingOf = (row: queries.BookingRow) => ({
  description: row.description,
  description_text: factsOf[row.description]?.name ?? row.description,
  points: row.points,
  created_at: athensTime(row.createdAt),
  received_at: athensTime(row.receivedAt),
  site: row.site,
  reference: row.reference,
  details: row.details ?? {},
})

/**
 * Everything that the portal stores about a person, as exported. The keys are stable: programs read them. Times are of
 * Europe/Athens with offset.
 * @returns undefined if there is no such account
 */
export async function readPersonalData(db: Db, id: number, now: Date) {
  const person = await queries.findPerson(db, id)
  if (!person || person.erasedAt) return undefined
  const erasure = await findErasure(db, id)
  return {
    format: 'portal-personal-data/1',
    created_at: athensTime(now),
    account: accountOf(person),
    points: {
      available: person.available ?? 0,
      cookingoils: person.cookingoils ?? 0,
      reuse: person.reuse ?? 0,
      redeemed: person.redeemed ?? 0,
      records: (await queries.listRecords(db, id)).map((row) => ({
        number: row.id,
        ...bookingOf(row),
        reverses: row.reversalOf,
      })),
    },
    // Staff by role only.
    call_notes: (await listAllNotes(db, id)).map(({ createdAt, text }) => ({
      at: athensTime(createdAt),
      by: 'staff',
      text,
    })),
    // `number`: of the record. Of the code only the last characters: it is a secret.
    coupons: (await queries.listCoupons(db, id)).map(({ recordId, usedAt, cancelledAt, ...coupon }) => ({
      number: recordId,
      ending: coupon.ending,
      title: coupon.title,
      shop: coupon.shop,
      valid_until: coupon.validUntil,
      used_at: timeOrNull(usedAt),
      cancelled_at: timeOrNull(cancelledAt),
      title_en: coupon.titleEn,
      // Of the portal; null: of a partner.
      offer: coupon.offerId,
      used_where: coupon.usedWhere,
      // Of the link that gives it away.
      gift_at: timeOrNull(coupon.giftAt),
      gift_until: timeOrNull(coupon.giftUntil),
    })),
    // Those that were revoked are deleted after some days.
    cards: (await queries.listCards(db, id)).map(({ createdAt, revokedAt }) => ({
      printed_at: athensTime(createdAt),
      revoked_at: timeOrNull(revokedAt),
    })),
    // `number`: of the record, or of that of the coupon; `device`: with its partner.
    desk_entries: (await queries.listDeskEntries(db, id)).map(
      ({ happenedAt, receivedAt, recordId, ...entry }) => ({
        ...entry,
        number: recordId,
        created_at: athensTime(happenedAt),
        received_at: athensTime(receivedAt),
      }),
    ),
    stickers: (await listOwnStickers(db, id)).map(({ code, boundAt, lostAt, replacedBy }) => ({
      code,
      added_at: boundAt ? athensTime(boundAt) : '',
      lost_at: timeOrNull(lostAt),
      replaced_by: replacedBy,
    })),
    waiting_deliveries: (await queries.listWaiting(db, id)).map((row) => ({
      sticker: row.sticker,
      ...bookingOf(row),
    })),
    // Deliveries that were not credited, and what desks recorded for somebody else: `record`, `visited_at`, `device`.
    claims: (await listClaimsOf(db, id)).map((claim) => ({
      number: claim.id,
      record: claim.recordId,
      visited_at: timeOrNull(claim.visitedAt),
      device: claim.device === null ? null : `${claim.partner}, ${claim.device}`,
      sticker: claim.stickerCode,
      place: claim.placeName,
      day: claim.day,
      hour: claim.hour,
      litres: claim.litres,
      note: claim.note,
      created_at: athensTime(claim.createdAt),
      state: claim.state,
      decided_at: timeOrNull(claim.decidedAt),
      points: claim.points,
      reason: claim.reason,
      answer: claim.answer,
    })),
    // `cap`: the limit, or what staff gave by hand.
    flags: (await queries.listFlags(db, id)).map((flag) => ({
      site: flag.site,
      day: flag.day,
      rejected: flag.rejected,
      credited_twice: flag.creditedTwice,
      cap: flag.cap,
      sum: flag.points,
      raised_at: athensTime(flag.raisedAt),
      resolved_at: timeOrNull(flag.resolvedAt),
      staff_note: flag.note,
    })),
    // Of the last 90 days. `expires_at`: until when it can be confirmed; `undo_until`: until when the old address can take it back.
    email_changes: (await queries.listEmailChanges(db, id)).map((change) => ({
      from: change.oldEmail,
      to: change.newEmail,
      by: change.approvalId === null ? 'citizen' : 'staff',
      requested_at: athensTime(change.requestedAt),
      expires_at: timeOrNull(change.expiresAt),
      confirmed_at: timeOrNull(change.confirmedAt),
      undo_until: timeOrNull(change.undoUntil),
      undone_at: timeOrNull(change.undoneAt),
    })),
    // Records by hand and other addresses that staff asked for and that needed a second person. `why`: their reason. Of an
    // address: without description and points.
    requests: (await queries.listRequests(db, id)).map((request) => ({
      number: request.id,
      description: request.description,
      description_text:
        request.description === null
          ? auditActionNames['account.email_change']
          : factsOf[request.description].name,
      points: request.points,
      why: request.why,
      requested_at: athensTime(request.requestedAt),
      decision: request.decision,
      decided_at: timeOrNull(request.decidedAt),
      executed_at: timeOrNull(request.executedAt),
      staff_note: request.note,
    })),
    data_requests: (await listRequestsOf(db, id)).map((request) => ({
      number: request.id,
      kind: request.kind,
      text: request.text,
      received_at: athensTime(request.receivedAt),
      due_on: request.dueOn,
      extended_at: timeOrNull(request.extendedAt),
      extension_reason: request.extensionReason,
      answered_at: timeOrNull(request.answeredAt),
      outcome: request.outcome,
      answer: request.answer,
    })),
    sessions: (await queries.listSessions(db, id)).map(({ createdAt, lastSeenAt, expiresAt, ...place }) => ({
      created_at: athensTime(createdAt),
      last_seen_at: athensTime(lastSeenAt),
      expires_at: athensTime(expiresAt),
      ...place,
    })),
    second_factors: {
      app_added_at: timeOrNull((await queries.findTotp(db, id))?.createdAt ?? null),
      recovery_codes: await queries.countRecoveryCodes(db, id),
      passkeys: (await queries.listPasskeys(db, id)).map(({ name, createdAt, lastUsedAt }) => ({
        name,
        created_at: athensTime(createdAt),
        last_used_at: timeOrNull(lastUsedAt),
      })),
    },
    // Where the person is signed in, with the scopes of the consent.
    sites: (await queries.listSites(db, id)).map(({ name, scope }) => ({
      name,
      scopes: scope?.split(' ').filter(Boolean) ?? [],
    })),
    // Also those that have ended. `sub` identifies the account there; `words`: null if given before words were stored.
    consents: (await listConsentsOf(db, id)).map(({ givenAt, withdrawnAt, ...consent }) => ({
      ...consent,
      given_at: athensTime(givenAt),
      withdrawn_at: timeOrNull(withdrawnAt),
    })),
    links: (await queries.listLinks(db, id)).map(({ purpose, createdAt, expiresAt, usedAt }) => ({
      purpose,
      created_at: athensTime(createdAt),
      expires_at: athensTime(expiresAt),
      used_at: timeOrNull(usedAt),
    })),
    // Queued, or sent in the last hour.
    mails: (await queries.listMails(db, person)).map(({ kind, state, createdAt }) => ({
      kind,
      state,
      created_at: athensTime(createdAt),
    })),
    // Changed texts of which the person was informed; `number`: of the version.
    notices: (await listNewsOf(db, id)).map(({ page, number, mailedAt, dismissedAt }) => ({
      page,
      number,
      mailed_at: timeOrNull(mailedAt),
      dismissed_at: timeOrNull(dismissedAt),
    })),
    // Who did what with the person's data, and exports that contain it.
    audit: [...(await queries.listAudit(db, id)), ...(await listExportsWith(db, id))].map(
      ({ at, actorKind, role, name, network, action, details }) => ({
        at: athensTime(at),
        by: actorKind,
        role,
        name,
        network,
        action,
        details,
      }),
    ),
    // Of staff.
    exports: (await queries.listExports(db, id)).map((row) => ({
      subject: row.subject,
      filter: row.filter,
      begun_at: athensTime(row.begunAt),
      ended_at: timeOrNull(row.endedAt),
      rows: row.nRows,
      outcome: row.outcome,
    })),
    erasure: erasure
      ? { confirmed_at: athensTime(erasure.confirmedAt), due_at: athensTime(erasure.dueAt) }
      : null,
  }
}

export type PersonalData = NonNullable<Awaited<ReturnType<typeof readPersonalData>>>

type PersonRow = NonNullable<Awaited<ReturnType<typeof queries.findPerson>>>

const accountOf = ({ town, regionalUnit, region, ...person }: PersonRow) => ({
  number: person.id,
  sub: person.sub,
  email: person.email,
  first_name: person.firstName,
  last_name: person.lastName,
  telephone: person.telephone,
  municipality:
    town === null ? null : { name: town, regional_unit: regionalUnit ?? '', region: region ?? '' },
  // null: never chosen, which means Greek.
  language: person.language,
  role: person.role,
  is_active: person.isActive,
  has_password: Boolean(person.hasPassword),
  created_at: athensTime(person.createdAt),
  activated_at: timeOrNull(person.activatedAt),
  last_sign_in_on: person.lastSignInOn,
  // When a mail about the erasure of the inactive account was sent.
  warned_at: timeOrNull(person.warnedAt),
  // At once or daily; null: never.
  points_mails: person.pointsMails,
  locked_at: timeOrNull(person.lockedAt),
  lock_reason: person.lockReason,
  locked_until: timeOrNull(person.lockedUntil),
  restricted_at: timeOrNull(person.restrictedAt),
  restriction_lifts_at: timeOrNull(person.liftsAt),
})

/**
 * The map of personal data: every column of the database, what it says about a person, where the export shows it
 * (export-data-service.ts) and what an erasure does with it (service.ts). `exported` is a path of the export, or `not: …` with the
 * reason. Tests fail if a column is missing, if a foreign key to an account says nothing about it, and if the export lacks a
 * path or has another.
 */
export type Column =
  /** Says nothing about a person. */
  | { is: 'none' }
  /** An id or figure of an account that names no person without `users`. An erasure keeps it. */
  | { is: 'pseudonymous'; exported: string }
  | { is: 'personal'; exported: string; erased: Erasure }

export type Erasure =
  /** The row is deleted. */
  | 'deleted'
  /** The column is emptied or replaced; the row stays. */
  | 'emptied'
  /** Kept, for the reason given. */
  | `kept: ${string}`

const none: Column = { is: 'none' }
const id = (exported: string): Column => ({ is: 'pseudonymous', exported })
const deleted = (exported: string): Column => ({ is: 'personal', exported, erased: 'deleted' })
const emptied = (exported: string): Column => ({ is: 'personal', exported, erased: 'emptied' })
const kept = (exported: string, why: string): Column => ({ is: 'personal', exported, erased: `kept: ${why}` })

/** Columns with the same meaning, their names separated by spaces. */
const all = (names: string, column: Column): Record<string, Column> =>
  Object.fromEntries(names.split(' ').map((name) => [name, column]))

const activity = all('day place description n points amount n_without_amount accounts active', none)

export const personalColumns: Record<string, Record<string, Column>> = {
  'public.users': {
    id: id('account.number'),
    email: emptied('account.email'),
    first_name: emptied('account.first_name'),
    last_name: emptied('account.last_name'),
    telephone: emptied('account.telephone'),
    ...all('email_key sort_name latin_last search_norm', emptied('not: computed from the name and address')),
    municipality_id: kept('account.municipality', 'sums by municipality; thousands live in each'),
    role: emptied('account.role'),
    language: emptied('account.language'),
    is_staff: emptied('not: see account.role'),
    is_active: emptied('account.is_active'),
    password_hash: emptied('not: a secret; account.has_password'),
    created_at: kept('account.created_at', 'the day only'),
    activated_at: kept('account.activated_at', 'the day only, for the sums of new accounts'),
    sub: emptied('account.sub'),
    erased_at: id('not: empty as long as the account exists'),
  },
  'public.account_locks': {
    user_id: deleted('not: the account itself'),
    reason: deleted('account.lock_reason'),
    locked_at: deleted('account.locked_at'),
    ends_at: deleted('account.locked_until'),
  },
  'public.account_restrictions': {
    user_id: deleted('not: the account itself'),
    restricted_at: deleted('account.restricted_at'),
    restricted_by: deleted('not: staff; see audit'),
    lifts_at: deleted('account.restriction_lifts_at'),
  },
  'public.data_requests': {
    id: deleted('data_requests.number'),
    user_id: deleted('not: the account itself'),
    kind: deleted('data_requests.kind'),
    text: deleted('data_requests.text'),
    received_at: deleted('data_requests.received_at'),
    due_on: deleted('data_requests.due_on'),
    extended_at: deleted('data_requests.extended_at'),
    extension_reason: deleted('data_requests.extension_reason'),
    answered_at: deleted('data_requests.answered_at'),
    answered_by: deleted('not: staff'),
    outcome: deleted('data_requests.outcome'),
    answer: deleted('data_requests.answer'),
  },
  'public.account_tokens': {
    token_hash: deleted('not: a secret'),
    user_id: deleted('not: the account itself'),
    purpose: deleted('links.purpose'),
    created_at: deleted('links.created_at'),
    expires_at: deleted('links.expires_at'),
    used_at: deleted('links.used_at'),
    query: deleted('not: technical; where the person continues after the link'),
    email_change_id: deleted('not: technical; see email_changes'),
  },
  'public.email_changes': {
    ...all('id user_id', deleted('not: the account itself')),
    old_email: deleted('email_changes.from'),
    old_key: deleted('not: computed from the address'),
    new_email: deleted('email_changes.to'),
    approval_id: deleted('email_changes.by'),
    requested_at: deleted('email_changes.requested_at'),
    expires_at: deleted('email_changes.expires_at'),
    confirmed_at: deleted('email_changes.confirmed_at'),
    undo_until: deleted('email_changes.undo_until'),
    undone_at: deleted('email_changes.undone_at'),
  },
  'public.sessions': {
    token_hash: deleted('not: a secret'),
    user_id: deleted('not: the account itself'),
    created_at: deleted('sessions.created_at'),
    last_seen_at: deleted('sessions.last_seen_at'),
    expires_at: deleted('sessions.expires_at'),
    browser: deleted('sessions.browser'),
    system: deleted('sessions.system'),
    network: deleted('sessions.network'),
    id: deleted('not: names the session in addresses'),
    confirmed_at: deleted('not: technical; see last_seen_at'),
    wrote_up_to: deleted('not: technical; see last_seen_at'),
  },
  'public.points_mails': {
    user_id: deleted('not: the account itself'),
    mode: deleted('account.points_mails'),
    token: deleted('not: a secret'),
    ...all('told next_at', deleted('not: technical')),
  },
  'public.page_texts': {
    ...all('id page language text valid_from published_at', none),
    published_by: id('not: the work of staff; see audit'),
  },
  'public.page_drafts': {
    ...all('page language text saved_at', none),
    saved_by: id('not: the work of staff; see audit'),
  },
  // A value may name the data protection officer, as the notice itself does.
  'public.page_values': all('key value', none),
  'public.notice_versions': all('page language number hash text served_at', none),
  'public.notice_news': {
    user_id: deleted('not: the account itself'),
    page: deleted('notices.page'),
    number: deleted('notices.number'),
    mailed_at: deleted('notices.mailed_at'),
    dismissed_at: deleted('notices.dismissed_at'),
  },
  'public.open_streams': all('account_id process expires_at', deleted('not: whether a page is open now')),
  'public.pending_sign_ins': all(
    'token_hash user_id created_at expires_at challenge replaces',
    deleted('not: a secret of five minutes'),
  ),
  'public.totp_secrets': {
    user_id: deleted('not: the account itself'),
    secret: deleted('not: a secret'),
    created_at: deleted('second_factors.app_added_at'),
    last_step: deleted('not: technical'),
  },
  'public.passkeys': {
    ...all('id user_id', deleted('not: the account itself')),
    name: deleted('second_factors.passkeys.name'),
    created_at: deleted('second_factors.passkeys.created_at'),
    last_used_at: deleted('second_factors.passkeys.last_used_at'),
    ...all('credential_id public_key counter transports', deleted('not: a credential')),
  },
  'public.recovery_codes': {
    user_id: deleted('not: the account itself'),
    ...all('place code_hash', deleted('not: a secret')),
    used_at: deleted('second_factors.recovery_codes'),
  },
  'public.second_factor_set_ups': all(
    'session_hash kind secret expires_at',
    deleted('not: a secret of an unfinished set-up'),
  ),
  'public.account_activity': {
    user_id: deleted('not: the account itself'),
    last_sign_in_on: deleted('account.last_sign_in_on'),
    warned_at: deleted('account.warned_at'),
    warning_accepted_at: deleted('not: technical; see account.warned_at'),
  },
  'public.erasures': {
    user_id: deleted('not: the account itself'),
    confirmed_at: deleted('erasure.confirmed_at'),
    due_at: deleted('erasure.due_at'),
  },
  // Which text mentions an erased person, until staff have decided; without the text.
  'public.erasure_mentions': all(
    'id account_id place row_id begins ends found_at',
    id('not: of erased accounts only'),
  ),
  'public.balances': {
    participant_id: id('not: the account itself'),
    available: id('points.available'),
    reuse: id('points.reuse'),
    cookingoils: id('points.cookingoils'),
    redeemed: id('points.redeemed'),
    ...all('n_records last_month given given_on', id('not: computed from points.records')),
  },
  'public.points_records': {
    id: id('points.records.number'),
    participant_id: id('not: the account itself'),
    points: id('points.records.points'),
    description: id('points.records.description'),
    created_at: id('points.records.created_at'),
    received_at: id('points.records.received_at'),
    source: id('not: see points.records.site'),
    reference: id('points.records.reference'),
    details: emptied('points.records.details'),
    partner_id: id('points.records.site'),
    rate_id: id('not: a rate of all; its points are in points.records.points'),
    reversal_of: id('points.records.reverses'),
  },
  'public.call_notes': {
    id: deleted('not: technical'),
    participant_id: deleted('not: the account itself'),
    author_id: deleted('call_notes.by'),
    created_at: deleted('call_notes.at'),
    text: deleted('call_notes.text'),
  },
  'public.coupons': {
    record_id: deleted('coupons.number'),
    participant_id: deleted('not: the account itself'),
    code: deleted('not: a secret; its last characters in coupons.ending'),
    ending: deleted('coupons.ending'),
    title: deleted('coupons.title'),
    shop: deleted('coupons.shop'),
    valid_until: deleted('coupons.valid_until'),
    used_at: deleted('coupons.used_at'),
    cancelled_at: deleted('coupons.cancelled_at'),
    offer_id: deleted('coupons.offer'),
    code_hash: deleted('not: a secret; see coupons.ending'),
    title_en: deleted('coupons.title_en'),
    used_device_id: deleted('coupons.used_where'),
  },
  'public.coupon_gifts': {
    record_id: deleted('not: see coupons.number'),
    token_hash: deleted('not: a secret'),
    created_at: deleted('coupons.gift_at'),
    expires_at: deleted('coupons.gift_until'),
    taken_at: deleted('not: technical; then the coupon is that of who took it'),
  },
  'public.card_codes': {
    participant_id: deleted('not: the account itself'),
    code_hash: deleted('not: a secret of three minutes'),
    ...all('issued_at device_id read_at', deleted('not: technical, kept for 73 hours; see audit')),
  },
  'public.printed_cards': {
    ...all('id participant_id', deleted('not: the account itself')),
    code_hash: deleted('not: a secret'),
    created_at: deleted('cards.printed_at'),
    revoked_at: deleted('cards.revoked_at'),
  },
  'public.desk_entries': {
    ...all('id reference offer_id device_at code decided_at', id('not: technical; see desk_entries.outcome')),
    device_id: id('desk_entries.device'),
    kind: id('desk_entries.entry'),
    state: id('desk_entries.outcome'),
    received_at: id('desk_entries.received_at'),
    happened_at: id('desk_entries.created_at'),
    record_id: id('desk_entries.number'),
    participant_id: emptied('not: the account itself'),
    sticker_code: emptied('desk_entries.sticker'),
    material: id('desk_entries.material'),
    quantity: id('desk_entries.quantity'),
    points: id('desk_entries.points'),
    decided_by: id('not: staff'),
  },
  'public.devices': all(
    'id partner_id name place_key may enrolment_hash enrolment_until secret_hash pin_hash pin_failures locked_at open_until version created_at enrolled_at last_seen_at revoked_at',
    none,
  ),
  'public.device_links': all('id partner_id token_hash may devices_left created_at expires_at', none),
  'public.waiting_deliveries': {
    id: id('not: technical'),
    partner_id: id('waiting_deliveries.site'),
    reference: id('waiting_deliveries.reference'),
    sticker_code: emptied('waiting_deliveries.sticker'),
    description: id('waiting_deliveries.description'),
    points: id('waiting_deliveries.points'),
    created_at: id('waiting_deliveries.created_at'),
    received_at: id('waiting_deliveries.received_at'),
    details: emptied('waiting_deliveries.details'),
    ...all('rate_id record_id withdrawn_by', id('not: technical; empty while it waits')),
  },
  'public.delivery_claims': {
    id: deleted('claims.number'),
    participant_id: deleted('not: the account itself'),
    submission: deleted('not: technical'),
    record_id: deleted('claims.record'),
    device_id: deleted('claims.device'),
    visited_at: deleted('claims.visited_at'),
    sticker_code: deleted('claims.sticker'),
    place_id: deleted('not: see claims.place'),
    place_name: deleted('claims.place'),
    day: deleted('claims.day'),
    hour: deleted('claims.hour'),
    litres: deleted('claims.litres'),
    note: deleted('claims.note'),
    created_at: deleted('claims.created_at'),
    state: deleted('claims.state'),
    ...all('approval_id decided_by', deleted('not: the decision of staff')),
    staff_at_filing: deleted('not: accounts of staff'),
    decided_at: deleted('claims.decided_at'),
    points: deleted('claims.points'),
    delivery_id: deleted('not: see points.records'),
    reason: deleted('claims.reason'),
    answer: deleted('claims.answer'),
  },
  'public.partner_references': all(
    'partner_id reference content received_at',
    id('not: see points.records.reference'),
  ),
  'public.rejected_records': all('partner_id code reference rejected_at', id('not: names no account')),
  'public.stickers': {
    ...all('id batch_id retired_at', id('not: of the label; says nothing about its owner')),
    code: id('stickers.code'),
    bound_to: emptied('not: the account itself'),
    bound_at: emptied('stickers.added_at'),
    lost_at: emptied('stickers.lost_at'),
    replaced_by: emptied('stickers.replaced_by'),
  },
  'public.sticker_batches': {
    ...all('id count created_at', none),
    created_by: id('not: the work of staff; see audit'),
    note: kept('not: a note of staff about labels', 'managers decide on mentions'),
  },
  'public.oidc_payloads': {
    payload: deleted('sites.scopes'),
    ...all('model id', deleted('not: a key of the provider')),
    ...all('grant_id user_code uid session_hash', deleted('not: a secret or a link to the session')),
    ...all('created_at consumed_at expires_at', deleted('not: technical; see sessions')),
  },
  'public.partner_sign_ins': {
    partner_id: deleted('sites.name'),
    ...all('sid session_hash grant_id', deleted('not: a secret or a link to the session')),
    sub: deleted('not: account.sub'),
  },
  'public.partner_consents': {
    ...all('id user_id', deleted('not: the account itself')),
    partner_id: deleted('consents.site'),
    scopes: deleted('consents.scopes'),
    refused: deleted('consents.refused'),
    text_version: deleted('consents.version'),
    text_hash: deleted('consents.words'),
    language: deleted('consents.language'),
    given_at: deleted('consents.given_at'),
    withdrawn_at: deleted('consents.withdrawn_at'),
  },
  'public.partner_subjects': {
    ...all('user_id partner_id', deleted('not: see consents.site')),
    sub: deleted('consents.sub'),
  },
  'public.consent_texts': all('hash body', none),
  'public.audit_entries': {
    id: id('not: technical'),
    at: id('audit.at'),
    actor_kind: id('audit.by'),
    actor_id: id('audit.role'),
    actor_name: id('audit.name'),
    network: kept('audit.network', 'proves who acted; deleted with the audit log'),
    action: id('audit.action'),
    subject_id: id('not: the account itself'),
    details: id('audit.details'),
  },
  'public.audit_texts': {
    entry_id: deleted('not: see audit'),
    text: deleted('not: names the searches of others'),
  },
  'public.exports': {
    id: id('not: technical'),
    user_id: id('not: the account itself'),
    subject: id('exports.subject'),
    // Contains no search text, only that there was one.
    filter: id('exports.filter'),
    begun_at: id('exports.begun_at'),
  },
  'public.export_people': all('export_id block ids', id('not: the exports themselves are in audit')),
  'public.export_ends': {
    export_id: id('not: technical'),
    ended_at: id('exports.ended_at'),
    n_rows: id('exports.rows'),
    outcome: id('exports.outcome'),
  },
  'public.rate_limits': {
    // An HMAC: it does not show whose key it is.
    ...all('key tries resets_at', id('not: technical; does not show whose it is')),
  },
  'public.municipalities': all('id name regional_unit region sort_name', none),
  'public.brand': all('id version content logo logo_type changed_at', none),
  'public.places': all(
    'id key kind name address municipality_id latitude longitude hours opening_hours closed_from closed_until closed_message version search_norm',
    none,
  ),
  'public.partners': all(
    'id client_id name home_url secret_hash previous_secret_hash previous_secret_until previous_secret_used_at version redirect_uris post_logout_redirect_uris backchannel_logout_uri initiate_login_uri scopes descriptions origins first_party webhook_url webhook_secret webhook_failures webhook_retry_at webhook_failed_at webhook_failed_status created_at disabled_at daily_cap person_cap last_call_at company purpose purpose_en privacy_url subject_type',
    none,
  ),
  'public.offers': all(
    'id partner_id kind state title title_en description description_en place points coupon_days starts_on ends_on stock stock_per_day per_person per_person_days municipalities return_days returns_when_expired taken points_taken version created_at published_at ended_at',
    none,
  ),
  'public.offer_days': all('offer_id day taken', none),
  'public.offer_pictures': all('offer_id content type hash', none),
  'public.partner_days': all('partner_id day points', none),
  'public.repeated_records': all('partner_id minute count', none),
  'public.staff_reads': all('staff_id day participant_id', id('not: see audit; deleted after the day')),
  'public.ledger_flags': {
    ...all('id participant_id staff_id', id('not: technical, or the account itself')),
    ...all('resolved_by requester_id occasion', id('not: staff')),
    shared: id('not: what a person of staff has in common with the person; it is about both'),
    partner_id: id('flags.site'),
    day: id('flags.day'),
    rejected: id('flags.rejected'),
    credited_twice: id('flags.credited_twice'),
    cap: id('flags.cap'),
    points: id('flags.sum'),
    raised_at: id('flags.raised_at'),
    resolved_at: id('flags.resolved_at'),
    note: emptied('flags.staff_note'),
  },
  'public.approvers': {
    ...all('id asked_at confirmed_at approves_from ended_at', none),
    ...all('user_id asked_by confirmed_by', id('not: staff')),
  },
  'public.approvals': {
    id: id('requests.number'),
    kind: id('not: records by hand and changes of the address; the others are about no account'),
    points: id('requests.points'),
    ...all('requested_by decided_by', id('not: staff')),
    requested_at: id('requests.requested_at'),
    decision: id('requests.decision'),
    decided_at: id('requests.decided_at'),
    executed_at: id('requests.executed_at'),
    // Its reason is emptied.
    payload: emptied('requests.why'),
    note: emptied('requests.staff_note'),
  },
  // Files of an operator, of up to a week; the people in them are in `users` as soon as they are imported.
  'public.imports': {
    ...all(
      'id kind state step strict bytes sha256 created_at queued_at runner beat_at attempts progress counts failure needs_approval approval_id',
      none,
    ),
    user_id: id('not: staff'),
    ...all('preview problems', kept('not: a file of an operator', 'it is deleted after 7 days')),
  },
  'public.import_parts': {
    ...all('import_id purpose number', none),
    content: kept('not: a file of an operator', 'it is deleted after 7 days'),
  },
  'public.chain_blocks': all(
    'chain number first_id last_id n_rows digest previous_hash hash sealed_at',
    none,
  ),
  'public.chain_anchors': all('chain number last_id hash n_rows removed_at', none),
  'public.chain_erasures': all('chain row_id digest erased_at', id('not: digests of what was erased')),
  'public.rates': all('id description material unit points_per_unit valid_from valid_to note', none),
  'public.signing_keys': all('kid private_jwk created_at signs_from retired_at', none),
  'public.portal_state': all('key value', none),
  'public.points_day': all('day n', none),
  'public.points_month': all('month n', none),
  'public.points_delta': all('day n', none),
  'public.participants_total': all('n', none),
  'public.participants_delta': all('n', none),
  'public.activity_day': activity,
  'public.activity_month': activity,
  'public.activity_delta': activity,
  'public.kysely_migration': all('name timestamp checksum', none),
  'public.kysely_migration_lock': all('id is_locked', none),
  'pgboss.job': {
    data: deleted('mails.kind'),
    state: deleted('mails.state'),
    created_on: deleted('mails.created_at'),
    // The domain of an address.
    group_id: deleted('not: part of account.email'),
    ...all(
      'id name priority retry_limit retry_count retry_delay retry_backoff retry_delay_max expire_seconds deletion_seconds singleton_key singleton_on group_tier start_after started_on completed_on keep_until output dead_letter policy heartbeat_on heartbeat_seconds blocked blocking pending_dependencies source_name source_id source_created_on source_retry_count source_output source_root_id trace_context upsert_by_key',
      deleted('not: technical'),
    ),
  },
  'pgboss.job_dependency': all('child_name child_id parent_name parent_id', none),
  'pgboss.bam': all(
    'id name version status queue table_name command error created_on started_on completed_on',
    none,
  ),
  'pgboss.instance': all(
    'id name host pid version node_version application_name heartbeat_seconds supervise schedule migrate persist_queue_stats persist_warnings pool_max pool_total pool_idle pool_waiting workers metrics config crash_restarts crash_restarts_since started_on heartbeat_on stopped_on',
    none,
  ),
  'pgboss.queue': all(
    'name policy retry_limit retry_delay retry_backoff retry_delay_max expire_seconds retention_seconds deletion_seconds dead_letter partition table_name deferred_count blocked_count queued_count ready_count warning_queued active_count failed_count total_count retained_count retained_on created_delta completed_delta failed_delta delta_on delta_seconds wait_bins run_bins ready_oldest_seconds ready_history heartbeat_seconds notify singletons_active monitor_claim_on monitor_on maintain_on created_on updated_on',
    none,
  ),
  'pgboss.queue_stats': all(
    'id name deferred_count queued_count ready_count active_count failed_count total_count created_delta completed_delta failed_delta delta_seconds delta_on wait_bins run_bins ready_oldest_seconds captured_on',
    none,
  ),
  'pgboss.schedule': all('name key kind cron timezone data options created_on updated_on last_job_id', none),
  'pgboss.subscription': all('event name created_on updated_on', none),
  'pgboss.version': all('version cron_on bam_on flow_on reindex_on monitor_backoff_on', none),
  'pgboss.warning': all('id type message data created_on', none),
}

import { inLanguage, type Language, type Texts } from '@portal/contract/words/language.ts'
import { plural } from '@portal/contract/words/plural.ts'
import { giftDays } from '@portal/contract/words/offer-limits.ts'
import { importDays } from '@portal/contract/words/import-rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { activationDays, disownDays, resetHours } from '#server/features/accounts/service.ts'
import { isFormerStaff } from '#server/features/accounts/staff-service.ts'
import { codeHours } from '#server/features/card/service.ts'
import { entryDays } from '#server/features/desk/cleaning-service.ts'
import { rejectionDays } from '#server/features/partner-api/rejections-service.ts'
import { countOldCodes } from '#server/ledger/coupons/coupons.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { deleteAfterSeconds, retentionSeconds } from '#server/lib/jobs/retry-policy.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { days, hours, later, minutes } from '#server/lib/time/clock.ts'
import * as retention from './queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>
type Config = AppContext['config']

/**
 * What a row of the notice says, and which rows of which tables it is about. `length`: milliseconds; undefined: the setting
 * is off. `tables`: counts the rows whose period has ended; undefined: they end with something else, such as the account.
 */
export type Period = {
  what: Texts<string>
  length?: (config: Config) => number | undefined
  setting?: string
  kept: (config: Config) => Texts<string>
  ends: Texts<string>
  tables: Record<string, Due | undefined>
}
/** @param before the time before which rows are due */
type Due = (context: Context, before: Date, table: string) => Promise<number>

/** Counts the rows `t` of a table that meet a condition. */
const rows =
  (condition: (before: Date) => RawBuilder<unknown>): Due =>
  async ({ db }, before, table) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(table)} t where ${condition(before)}`.execute(db)
    return rows[0]?.n ?? 0
  }
const expired = rows((now) => sql`t.expires_at <= ${now}`)

// `toLocaleString` makes one at each call: a sixth of the time of a start.
const numbers = { el: new Intl.NumberFormat('el'), en: new Intl.NumberFormat('en') }

/** @param ms whole minutes, hours, days or years of 365 days */
export function lengthText(ms: number, language: Language): string {
  // 24 hours are said as such, other whole days as days.
  const [n, one, many] =
    ms % days(365) === 0
      ? [ms / days(365), { el: 'έτος', en: 'year' }, { el: 'έτη', en: 'years' }]
      : ms % days(1) === 0 && ms > days(1)
        ? [ms / days(1), { el: 'ημέρα', en: 'day' }, { el: 'ημέρες', en: 'days' }]
        : ms % hours(1) === 0
          ? [ms / hours(1), { el: 'ώρα', en: 'hour' }, { el: 'ώρες', en: 'hours' }]
          : [ms / minutes(1), { el: 'λεπτό', en: 'minute' }, { el: 'λεπτά', en: 'minutes' }]
  return `${inLanguage(language, numbers).format(n)} ${plural(n, inLanguage(language, one), inLanguage(language, many))}`
}

const forEver = { el: 'Όσο λειτουργεί η υπηρεσία', en: 'As long as the service runs' }

const untilErased = { el: 'Μέχρι να διαγραφεί ο λογαριασμός', en: 'Until the account is deleted' }

/** A length, and since when. @param whileOff what is said while the setting is off */
const period = (
  length: (config: Config) => number | undefined,
  since: Texts<string>,
  whileOff = untilErased,
) => ({
  length,
  kept: (config: Config): Texts<string> => {
    const ms = length(config)
    if (ms === undefined) return whileOff
    return { el: `${lengthText(ms, 'el')} ${since.el}`, en: `${lengthText(ms, 'en')} ${since.en}` }
  },
})
const until = (text: Texts<string>) => ({ kept: () => text })
const withAccount = until(untilErased)

const deleted = { el: 'Διαγράφονται', en: 'They are deleted' }
const withoutName = {
  el: 'Στη θέση του ονόματος μπαίνει ένας αριθμός',
  en: 'A number takes the place of the name',
}

/** The days and times of the warnings and erasures of a run. */
export const cutoffsOf = (
  { clock }: Pick<Context, 'clock'>,
  { inactive, warning }: NonNullable<Config['retention']>,
): retention.Cutoffs => {
  const now = clock.now()
  return {
    now,
    warnBefore: athensDay(later(now, warning - inactive)),
    eraseBefore: athensDay(later(now, -inactive)),
    warnedBefore: later(now, -warning),
  }
}

async function countToErase(context: Context): Promise<number> {
  const { retention: set } = context.config
  if (!set) return 0
  const lengths = { inactiveDays: set.inactive / days(1), warningDays: set.warning / days(1) }
  return (await retention.countInactive(context.db, cutoffsOf(context, set), lengths)).toErase
}

/**
 * Every table with personal data: what it has, how long, and how it ends (decision 047). The job of the retention periods, `portal
 * retention --dry-run` and the table of the privacy notice use this list. A test compares it with personal-columns.ts.
 */
export const periods: readonly Period[] = [
  {
    what: { el: 'Λογαριασμός που δεν ενεργοποιήθηκε', en: 'Account that was not activated' },
    ...period(() => days(activationDays), { el: 'μετά την εγγραφή', en: 'after the sign-up' }),
    ends: { el: 'Διαγράφεται', en: 'It is deleted' },
    tables: {
      users: rows(
        (before) =>
          sql`not t.is_active and t.activated_at is null and t.erased_at is null and t.created_at < ${before}`,
      ),
    },
  },
  {
    what: {
      el: 'Λογαριασμός: όνομα, διεύθυνση email, τηλέφωνο, δήμος, γλώσσα, συνθηματικό, κωδικός για συνεργαζόμενους ιστότοπους, ημέρες εγγραφής, ενεργοποίησης, τελευταίας σύνδεσης και προειδοποίησης διαγραφής',
      en: 'Account: name, email, telephone, municipality, language, password, code for partner sites, days of the sign-up, the activation, the last sign-in and the warning of the deletion',
    },
    setting: 'RETENTION_INACTIVE',
    kept: ({ retention: set }) =>
      set
        ? {
            el: `${lengthText(set.inactive, 'el')} μετά την τελευταία χρήση. Σας ειδοποιούμε ${lengthText(set.warning, 'el')} πριν`,
            en: `${lengthText(set.inactive, 'en')} after the last use. We write to you ${lengthText(set.warning, 'en')} before`,
          }
        : withAccount.kept(),
    ends: {
      el: 'Διαγράφεται. Μένουν ο δήμος και η ημέρα ενεργοποίησης, για τα σύνολα του δήμου. Μένουν και οι ημέρες εγγραφής και διαγραφής',
      en: 'It is deleted. The municipality and the day of the activation stay, for the totals of the municipality. The days of the sign-up and the deletion stay, too',
    },
    tables: { users: countToErase, account_activity: undefined },
  },
  {
    what: { el: 'Διαγραφή που ζητήσατε', en: 'Deletion that you asked for' },
    setting: 'ERASURE_COOLING_OFF',
    kept: ({ erasureCoolingOff: ms }) => ({
      el: `${lengthText(ms, 'el')} μετά την επιβεβαίωση, ή αργότερα αν κλειδώθηκε ο λογαριασμός ή άλλαξε η διεύθυνση email. Αν ακυρώσετε τη διαγραφή, ως την ακύρωση`,
      en: `${lengthText(ms, 'en')} after the confirmation, or later if the account was locked or its email address changed. If you cancel the deletion, until then`,
    }),
    ends: {
      el: 'Διαγράφεται ο λογαριασμός, εκτός αν ακυρώσατε τη διαγραφή',
      en: 'The account is deleted, unless you cancelled the deletion',
    },
    tables: { erasures: rows((now) => sql`t.due_at <= ${now}`) },
  },
  {
    what: {
      el: 'Κινήσεις πόντων, υπόλοιπο, παραδόσεις, κωδικοί κινήσεων των ιστότοπων',
      en: 'Points records, balance, drop-offs, codes of the sites for records',
    },
    ...until(forEver),
    // A reference without an end: a partner that repeats a record must not credit it twice.
    ends: {
      el: 'Αν διαγραφεί ο λογαριασμός, μένουν με έναν αριθμό στη θέση του ονόματος',
      en: 'If the account is deleted, they stay with a number in the place of the name',
    },
    tables: {
      points_records: undefined,
      balances: undefined,
      partner_references: undefined,
      waiting_deliveries: undefined,
      chain_erasures: undefined,
    },
  },
  {
    what: {
      el: 'Παραδόσεις σε αναμονή: με χαμένο αυτοκόλλητο ή με αυτοκόλλητο που δεν έχει κάτοχο',
      en: 'Waiting drop-offs: with a lost sticker, or with one without an owner',
    },
    ...period((config) => config.waitingMaxAge, { el: 'μετά τη λήψη τους', en: 'after they arrived' }),
    setting: 'WAITING_MAX_AGE',
    ends: deleted,
    tables: { waiting_deliveries: rows((before) => sql`t.record_id is null and t.received_at < ${before}`) },
  },
  {
    what: { el: 'Λόγοι απόρριψης κινήσεων', en: 'Reasons why records were rejected' },
    ...period(() => days(rejectionDays), { el: 'μετά την απόρριψη', en: 'after the rejection' }),
    ends: deleted,
    tables: { rejected_records: rows((before) => sql`t.rejected_at < ${before}`) },
  },
  {
    what: { el: 'Αυτοκόλλητα που προσθέσατε', en: 'Stickers that you added' },
    ...withAccount,
    // The code stays: the label is on a bottle, and a new sticker must not get the same one.
    ends: {
      el: 'Μένει ο κωδικός, χωρίς σύνδεση με εσάς, και δεν ξαναδίνεται',
      en: 'The code stays, without a link to you, and is not issued again',
    },
    tables: { stickers: undefined, sticker_batches: undefined },
  },
  {
    what: { el: 'Κωδικοί κουπονιών', en: 'Codes of coupons' },
    length: (config) => config.retentionOf.codes,
    // A use may be reported as late as RECORD_MAX_AGE.
    kept: ({ retentionOf: { codes }, recordMaxAge }) =>
      codes === undefined
        ? untilErased
        : {
            el: `${lengthText(codes, 'el')} μετά την ακύρωση ή τη λήξη, το πολύ ${lengthText(codes + recordMaxAge, 'el')} μετά τη χρήση`,
            en: `${lengthText(codes, 'en')} after the cancellation or the last day, at most ${lengthText(codes + recordMaxAge, 'en')} after the use`,
          },
    setting: 'RETENTION_COUPON_CODES',
    ends: { el: 'Σβήνεται ο κωδικός', en: 'The code is removed' },
    tables: { coupons: countOldCodes },
  },
  {
    what: {
      el: 'Κουπόνια: τίτλος, κατάστημα, ημερομηνίες, πού χρησιμοποιήθηκαν',
      en: 'Coupons: title, shop, days, where they were used',
    },
    ...withAccount,
    ends: deleted,
    tables: { coupons: undefined },
  },
  {
    what: {
      el: 'Κωδικοί της κάρτας σας στην οθόνη, και ποια συσκευή τους διάβασε',
      en: 'Codes of your card on the screen, and which device read them',
    },
    ...period(() => hours(codeHours), { el: 'μετά την έκδοσή τους', en: 'after they were made' }),
    ends: deleted,
    tables: { card_codes: rows((before) => sql`t.issued_at < ${before}`) },
  },
  {
    what: { el: 'Τυπωμένη κάρτα: πότε εκδόθηκε', en: 'Printed card: when it was made' },
    ...period(() => hours(codeHours), { el: 'μετά την ακύρωσή της', en: 'after it was revoked' }),
    ends: { el: 'Διαγράφεται', en: 'It is deleted' },
    tables: { printed_cards: rows((before) => sql`t.revoked_at < ${before}`) },
  },
  {
    what: {
      el: 'Όσα καταχώρισε το ταμείο ενός συνεργάτη: πότε, τι και πόσο',
      en: 'What the desk of a partner recorded: when, what and how much',
    },
    ...period(() => days(entryDays), { el: 'μετά την καταχώριση', en: 'after it was recorded' }),
    ends: deleted,
    tables: { desk_entries: rows((before) => sql`t.happened_at < ${before}`) },
  },
  {
    what: { el: 'Σύνδεσμοι με τους οποίους χαρίζετε κουπόνια', en: 'Links that give your coupons away' },
    ...until({
      el: `Το πολύ ${lengthText(days(giftDays), 'el')}`,
      en: `At most ${lengthText(days(giftDays), 'en')}`,
    }),
    ends: deleted,
    tables: { coupon_gifts: expired },
  },
  {
    what: { el: 'Αναφορές παραδόσεων και κινήσεων στο ταμείο', en: 'Reports of drop-offs and of desks' },
    ...period((config) => config.retentionOf.claims, { el: 'μετά την απάντηση', en: 'after the answer' }),
    setting: 'RETENTION_CLAIMS',
    ends: deleted,
    tables: { delivery_claims: rows((before) => sql`t.decided_at < ${before}`) },
  },
  {
    what: {
      el: 'Αρχεία που εισάγει η διαχείριση, όπως με λογαριασμούς άλλου συστήματος',
      en: 'Files that operators import, such as accounts of another system',
    },
    ...period(() => days(importDays), { el: 'μετά την αποστολή τους', en: 'after their upload' }),
    ends: deleted,
    tables: { imports: rows((before) => sql`t.created_at < ${before}`), import_parts: undefined },
  },
  {
    what: { el: 'Σημειώσεις κλήσεων', en: 'Notes of calls' },
    ...period((config) => config.retentionOf.notes, { el: 'μετά την κλήση', en: 'after the call' }),
    setting: 'RETENTION_CALL_NOTES',
    ends: deleted,
    tables: { call_notes: rows((before) => sql`t.created_at < ${before}`) },
  },
  {
    what: {
      el: 'Έλεγχοι, όπως για ασυνήθιστους πόντους και προβολές στοιχείων',
      en: 'Checks, such as those of unusual points and views of data',
    },
    ...period(
      (config) => config.retentionOf.flags,
      { el: 'μετά τον έλεγχο', en: 'after the check' },
      forEver,
    ),
    setting: 'RETENTION_FLAGS',
    ends: deleted,
    tables: { ledger_flags: rows((before) => sql`t.resolved_at < ${before}`) },
  },
  {
    what: {
      el: 'Συνδέσεις στην υπηρεσία και σε συνεργαζόμενους ιστότοπους: είδος περιηγητή, λειτουργικό σύστημα, μέρος της διεύθυνσης δικτύου, ώρα',
      en: 'Sign-ins here and at partner sites: kind of browser, operating system, part of the network address, time',
    },
    setting: 'SESSION_LENGTH_CITIZENS',
    kept: ({ sessions: { citizens } }) => ({
      el: `Μέχρι την αποσύνδεση, το πολύ ${lengthText(citizens.longest, 'el')}`,
      en: `Until you sign out, at most ${lengthText(citizens.longest, 'en')}`,
    }),
    ends: deleted,
    tables: {
      sessions: expired,
      pending_sign_ins: expired,
      oidc_payloads: expired,
      partner_sign_ins: undefined,
      open_streams: expired,
      second_factor_set_ups: undefined,
    },
  },
  {
    what: {
      el: 'Δεύτερο βήμα σύνδεσης: εφαρμογή, κλειδιά πρόσβασης, κωδικοί ανάκτησης',
      en: 'Second sign-in step: app, passkeys, recovery codes',
    },
    ...until({
      el: 'Μέχρι να αφαιρεθεί το δεύτερο βήμα ή να διαγραφεί ο λογαριασμός',
      en: 'Until the second step is removed, or the account is deleted',
    }),
    ends: { el: 'Διαγράφεται', en: 'It is deleted' },
    tables: { totp_secrets: undefined, passkeys: undefined, recovery_codes: undefined },
  },
  {
    what: {
      el: 'Συγκαταθέσεις προς ιστότοπους τρίτων: κείμενο, γλώσσα, άδειες που δώσατε ή αρνηθήκατε, ώρα, ανάκληση, κωδικός για τον ιστότοπο',
      en: 'Consents to sites of other companies: text, language, what you allowed or refused, time, withdrawal, code for the site',
    },
    ...withAccount,
    ends: deleted,
    tables: { partner_consents: undefined, partner_subjects: undefined },
  },
  {
    what: {
      el: 'Αλλαγές κειμένων για τις οποίες σας ειδοποιήσαμε',
      en: 'Changes of texts that we told you about',
    },
    ...withAccount,
    ends: deleted,
    tables: { notice_news: undefined },
  },
  {
    what: { el: 'Email για τους πόντους σας: η επιλογή σας', en: 'Emails about your points: your choice' },
    ...until({
      el: 'Μέχρι να την αλλάξετε ή να διαγραφεί ο λογαριασμός',
      en: 'Until you change it, or the account is deleted',
    }),
    ends: { el: 'Διαγράφεται', en: 'It is deleted' },
    tables: { points_mails: undefined },
  },
  {
    what: {
      el: 'Σύνδεσμοι μίας χρήσης που στέλνουμε με email',
      en: 'Links for one use that we send by email',
    },
    // The link that cancels an erasure is valid until the erasure.
    kept: ({ erasureCoolingOff: ms }) => {
      const [least, most] = [Math.min(hours(resetHours), ms), Math.max(days(disownDays), ms)]
      return {
        el: `Μέχρι να λήξουν: από ${lengthText(least, 'el')} έως ${lengthText(most, 'el')}`,
        en: `Until they expire: from ${lengthText(least, 'en')} to ${lengthText(most, 'en')}`,
      }
    },
    ends: deleted,
    tables: { account_tokens: expired },
  },
  {
    what: {
      el: 'Μηνύματα email και ειδοποιήσεις προς συνεργαζόμενους ιστότοπους, στην ουρά αποστολής',
      en: 'Emails, and messages to partner sites, in the sending queue',
    },
    ...until({
      el: `${lengthText(deleteAfterSeconds * 1_000, 'el')} μετά την αποστολή, το πολύ ${lengthText(retentionSeconds * 1_000, 'el')}`,
      en: `${lengthText(deleteAfterSeconds * 1_000, 'en')} after they are sent, at most ${lengthText(retentionSeconds * 1_000, 'en')}`,
    }),
    ends: deleted,
    tables: { 'pgboss.job': rows((now) => sql`t.keep_until < ${now}`) },
  },
  {
    what: { el: 'Τα αιτήματά σας για προσωπικά δεδομένα', en: 'Your requests about personal data' },
    ...period((config) => config.retentionOf.requests, {
      el: 'μετά την απάντηση ή την ανάκληση',
      en: 'after the answer or the withdrawal',
    }),
    setting: 'RETENTION_REQUESTS',
    ends: deleted,
    tables: { data_requests: rows((before) => sql`t.answered_at < ${before}`) },
  },
  {
    what: { el: 'Αλλαγές της διεύθυνσης email', en: 'Changes of the email address' },
    // As features/accounts/email-change deletes them.
    ...period(() => days(90), {
      el: 'μετά την επιβεβαίωση. Χωρίς επιβεβαίωση, μέχρι να λήξει ο σύνδεσμος',
      en: 'after the confirmation. Without a confirmation, until the link expires',
    }),
    ends: deleted,
    tables: { email_changes: rows((before) => sql`t.confirmed_at < ${before}`) },
  },
  {
    what: { el: 'Περιορισμός της επεξεργασίας', en: 'Restriction of the processing' },
    ...until({ el: 'Μέχρι να σταματήσει', en: 'Until it is lifted' }),
    ends: { el: 'Διαγράφεται', en: 'It is deleted' },
    tables: { account_restrictions: rows((now) => sql`t.lifts_at <= ${now}`) },
  },
  {
    what: { el: 'Κλείδωμα του λογαριασμού από υπάλληλο', en: 'Lock of the account by staff' },
    ...until({
      el: 'Μέχρι να λήξει ή να ξεκλειδώσουμε τον λογαριασμό',
      en: 'Until it ends or we unlock the account',
    }),
    ends: { el: 'Διαγράφεται', en: 'It is deleted' },
    tables: { account_locks: rows((now) => sql`t.ends_at <= ${now}`) },
  },
  {
    what: {
      el: 'Μετρητές προσπαθειών, χωρίς όνομα και διεύθυνση',
      en: 'Counts of attempts, without a name and an address',
    },
    kept: ({ limits }) => {
      const longest = Math.max(...Object.values(limits).map(({ window }) => window))
      return { el: `Το πολύ ${lengthText(longest, 'el')}`, en: `At most ${lengthText(longest, 'en')}` }
    },
    ends: deleted,
    tables: { rate_limits: rows((now) => sql`t.resets_at <= ${now}`) },
  },
  {
    what: {
      el: 'Κείμενα που αφορούν άλλους και ίσως αναφέρουν κι εσάς',
      en: 'Texts about others that may mention you',
    },
    ...until({
      el: 'Μέχρι να αποφασίσει υπάλληλος ή να διαγραφεί το κείμενο',
      en: 'Until staff have decided, or the text is deleted',
    }),
    ends: {
      el: 'Το κείμενο αφαιρείται ή μένει όσο κρατάμε κείμενα του ίδιου είδους',
      en: 'The text is removed, or stays as long as we keep texts of its kind',
    },
    tables: { erasure_mentions: undefined },
  },
  {
    what: {
      el: 'Ιστορικό ενεργειών, εξαγωγές, αιτήματα για έγκριση, ορισμοί στην Εποπτεία: ποιος έκανε τι, με αριθμούς λογαριασμών και διευθύνσεις δικτύου',
      en: 'Log of accesses, exports, requests for approval, appointments of managers: who did what, with numbers of accounts and network addresses',
    },
    ...period(
      (config) => config.retentionOf.audit,
      { el: 'μετά την ενέργεια', en: 'after the action' },
      forEver,
    ),
    setting: 'RETENTION_AUDIT',
    ends: deleted,
    tables: {
      audit_entries: rows((before) => sql`t.at < ${before}`),
      exports: rows((before) => sql`t.begun_at < ${before}`),
      export_ends: rows(
        (before) => sql`exists (select from exports e where e.id = t.export_id and e.begun_at < ${before})`,
      ),
      export_people: rows(
        (before) => sql`exists (select from exports e where e.id = t.export_id and e.begun_at < ${before})`,
      ),
      approvals: rows((before) => sql`t.decided_at < ${before}`),
      // Who published which text: with the text, which has no person.
      page_texts: undefined,
      page_drafts: undefined,
      approvers: rows((before) => sql`t.ended_at < ${before}`),
    },
  },
  {
    what: { el: 'Λέξεις που αναζήτησαν υπάλληλοι', en: 'Words that staff searched for' },
    ...period((config) => config.auditTextMaxAge, { el: 'μετά την αναζήτηση', en: 'after the search' }),
    setting: 'AUDIT_TEXT_MAX_AGE',
    ends: deleted,
    tables: {
      audit_texts: rows(
        (before) => sql`exists (select from audit_entries e where e.id = t.entry_id and e.at < ${before})`,
      ),
    },
  },
  {
    what: {
      el: 'Ποιων χρηστών τα στοιχεία είδε κάθε υπάλληλος σε μία ημέρα',
      en: 'Whose data each member of staff saw in a day',
    },
    ...until({ el: 'Μέχρι το τέλος της ημέρας', en: 'Until the day ends' }),
    ends: deleted,
    tables: { staff_reads: rows((now) => sql`t.day < ${athensDay(now)}::date`) },
  },
  {
    what: { el: 'Λογαριασμοί πρώην υπαλλήλων', en: 'Accounts of former staff' },
    ...period(
      (config) => config.retentionOf.staff,
      { el: 'μετά την απενεργοποίηση', en: 'after they were disabled' },
      forEver,
    ),
    setting: 'RETENTION_STAFF',
    ends: withoutName,
    tables: { users: rows(isFormerStaff) },
  },
]

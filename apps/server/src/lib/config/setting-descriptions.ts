import { variables } from './environment.ts'

/** What each environment variable means, by subject: the reference of `portal settings`. */
export const settings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Server: {
    PORT: 'Port that the server listens on.',
    HOST: 'Address that the server listens on. By default 127.0.0.1 on the embedded database, else 0.0.0.0.',
    PUBLIC_URL:
      'Address that visitors use, without a path; links in mails begin with it. By default http://localhost:PORT. With https, cookies are Secure, and Strict-Transport-Security also applies to subdomains of its host.',
    TRUST_PROXY:
      'Proxies whose X-Forwarded-For and X-Forwarded-Proto count: their number, or their addresses and ranges, separated by commas. A call whose address is unknown counts as that of the proxy.',
    PORTAL_WORKERS: 'Processes of the server, with PostgreSQL.',
    METRICS_LISTEN: 'Host and port of /metrics, such as 127.0.0.1:9464. It has no sign-in.',
    LOG_LEVEL:
      'debug, info, warn or error. By default info, in the demonstration warn. A process that is killed loses the last 4 kB or 250 ms of its log.',
    BRAND_FILE:
      'Names, logo, contact and links of the portal. If it is set, operators cannot change them in the console.',
    CONTENT_DIR: 'Folder of the privacy notices, terms and accessibility statement.',
    DATA_DIR: 'Folder of the embedded database and of stored mails.',
    DEMO: 'yes: demonstration data, published passwords, /outbox/. By default yes without DATABASE_URL and SMTP_URL, and then for requests from this machine only.',
    RETURN_ORIGINS:
      'Origins, besides the portal and its partners, that /logout?returnTo= may redirect to. Separate them by commas or spaces.',
    FRAME_ANCESTORS:
      'Origins, besides first-party partners, that may show /settings in a frame. Browsers send the session only if both share a registrable domain.',
    LIVE_STREAMS:
      'Open landing pages per process that get new records at once; others update when they are used.',
    LIVE_HEARTBEAT:
      'Time between the lines that keep an open page connected. Shorter than the limit of the proxy.',
  },
  Database: {
    DATABASE_URL:
      'postgres://user:password@host:5432/name. PostgreSQL 15 or newer, UTF8, with ICU. By default the embedded database.',
    DATABASE_OWNER_URL: 'Owner of the tables, for migrate, backup and restore. Do not set it for the server.',
    DATABASE_DIRECT_URL: 'PostgreSQL itself, if DATABASE_URL leads to PgBouncer in transaction mode.',
    DATABASE_READ_URL: 'Standby server for lists, searches, exports and the dashboard.',
    DATABASE_READ_MAX_LAG: 'How far the standby server may be behind.',
    DATABASE_POOL: 'Connections of a process for calls, 6 or more.',
    DATABASE_CONNECT_TIMEOUT:
      'Seconds that a call waits for a connection before it is answered 503. 0: no limit.',
    DATABASE_STATEMENT_TIMEOUT: 'Seconds of a statement of the server; commands have no limit. 0: no limit.',
    DATABASE_LOCK_TIMEOUT: 'Seconds that a statement of the server waits for a lock. 0: no limit.',
  },
  'Mail and secrets': {
    SMTP_URL:
      'smtp://user:password@host:587 or smtps://…, for fewer connections with ?maxConnections=3. By default mails are files in DATA_DIR/outbox.',
    MAIL_FROM: 'Sender, such as Πόντοι <portal@example.gr>. Required with SMTP_URL.',
    PORTAL_SECRET:
      'Encrypts signing keys, webhook secrets, codes of coupons and secrets of authenticator apps; key of limits and known browsers. openssl rand -base64 48 makes one. Without it there are no partners. With the embedded database the portal makes its own.',
    STAFF_SECOND_FACTOR: 'required: staff without a second factor can only set one up.',
    PRIVATE_WEBHOOKS: "yes: partners' webhooks and back-channel logouts may be in a private network.",
  },
  'Sessions (lengths such as 30m, 12h or 14d)': {
    SESSION_IDLE_STAFF: 'A session of staff ends this long after its last use.',
    SESSION_IDLE_CITIZENS: 'The same for citizens.',
    SESSION_LENGTH_STAFF: 'A session of staff ends this long after the sign-in.',
    SESSION_LENGTH_CITIZENS:
      'The same for citizens. Partner sites keep people signed in for at most 14 days.',
  },
  'Limits of accounts (tries per time, such as 10/15m; IPv6 counts by its first 56 bits)': {
    LIMIT_SIGN_IN_ACCOUNT:
      'Failed sign-ins by account and network together. A browser that signed in before has a count of its own.',
    LIMIT_SIGN_IN_NETWORK: 'Failed sign-ins by network.',
    LIMIT_SIGN_IN_ACCOUNT_TOTAL:
      'Failed sign-ins of an account from all networks, except from known browsers.',
    LIMIT_SIGN_IN_MAIL_ACCOUNT: 'Mails to an account about sign-ins from new browsers.',
    LIMIT_SIGN_UP_ACCOUNT: 'Sign-ups and activation mails by account and network together.',
    LIMIT_SIGN_UP_NETWORK: 'The same by network; an activation gives its try back.',
    LIMIT_SIGN_UP_ACCOUNT_TOTAL:
      'Sign-ups with one address from all networks; also its activation mails, those of staff included. Further ones send no mail.',
    LIMIT_RESET_ACCOUNT: 'Requests for a reset link by account and network together.',
    LIMIT_RESET_NETWORK: 'The same by network; a new password gives its try back.',
    LIMIT_RESET_ACCOUNT_TOTAL: 'Reset mails to one address from all networks. Further requests send no mail.',
    LIMIT_LINK_NETWORK: 'Uses of wrong or expired mailed links, by network.',
    LIMIT_PASSWORD_ACCOUNT: 'Password changes.',
    LIMIT_SECOND_FACTOR_ACCOUNT:
      'Wrong second factors after a right password, by account and network together.',
    LIMIT_SECOND_FACTOR_ACCOUNT_TOTAL: 'The same by account.',
    LIMIT_APP_CODE_DAY:
      'Wrong codes of an app by account. Only reset-second-factor starts the count again; recovery codes and passkeys still sign in.',
    LIMIT_APP_CODE_MONTH: 'The same for a longer time.',
    LIMIT_SECOND_FACTOR_UNREPORTED: 'Wrong second factors that the owner is not informed of.',
    LIMIT_SECOND_FACTOR_MAIL_ACCOUNT: 'Mails to the owner about further ones.',
    LIMIT_SECOND_FACTOR_CHANGE_ACCOUNT:
      'Added and removed second factors and new recovery codes; each is mailed.',
    LIMIT_EMAIL_CHANGE_ACCOUNT:
      'Requests for another e-mail address, by account. Mails to one new address also have LIMIT_SIGN_UP_ACCOUNT_TOTAL.',
    LIMIT_EMAIL_CHANGE_NETWORK: 'The same by network.',
    LIMIT_EMAIL_CHANGE_STAFF: 'Requests of one member of staff for another address of a citizen.',
    LIMIT_DATA_ACCOUNT: 'Downloads of personal data and requests for erasure, by account.',
    LIMIT_STICKER_ACCOUNT: 'Sticker codes that an account tries to add.',
    LIMIT_STICKER_ADDED_ACCOUNT: "Stickers that an account adds, by code or by a partner's record.",
    LIMIT_OFFER_ACCOUNT: 'Offers that an account takes, or tries to.',
    LIMIT_CARD_ACCOUNT:
      'Codes of the card that an account shows: one each minute, and one when the page is opened again.',
    LIMIT_PRINTED_CARD_ACCOUNT: 'Printed cards of an account.',
    LIMIT_DESK_DEVICE: "Scans and entries of a partner's phone or till.",
    LIMIT_DESK_UNKNOWN_DEVICE: 'Unknown codes of coupons and cards, by device.',
    LIMIT_DESK_UNKNOWN_PARTNER: 'The same by partner.',
    LIMIT_DESK_ENROL_NETWORK: 'Tries to enrol a device, by network.',
    LIMIT_CLAIM_ACCOUNT: 'Deliveries that an account reports as not credited; at most five are open.',
  },
  'Limits of staff': {
    LIMIT_MAIL_TESTS_STAFF: 'Test mails that one member of staff sends.',
    LIMIT_DEVICES_STAFF: 'Devices and codes for them that one member of staff makes.',
    LIMIT_CALL_NOTES_STAFF: 'Notes of calls that one member of staff writes.',
    LIMIT_STICKERS_ISSUED_STAFF: 'Stickers that one member of staff issues.',
    CAP_STAFF_READS_DAY:
      'People whose data one member of staff reads in a day before managers get a flag. off: no flag.',
    FOUR_EYES_ABOVE:
      'Points above which a second person approves imports and manual records. With any number, a second person also approves changes of rates. By default 10000, in the demonstration off. off: for one member of staff.',
  },
  'Limits of partners': {
    LIMIT_SITE_SIGN_IN_NETWORK: 'Sign-ins for partner sites that were started and not finished, by network.',
    LIMIT_SITE_SIGN_OUT_NETWORK: 'Sign-outs started by partner sites, by network.',
    LIMIT_PARTNER_SECRET_NETWORK:
      'Wrong secrets of programs, by network. Beyond it the network gets 429, also with the right secret.',
    LIMIT_PARTNER_SECRET_PARTNER:
      'Wrong secrets of one partner from all networks. The right secret is still accepted.',
    LIMIT_PARTNER_CALLS: 'Calls of the points API, by partner; a batch of 1,000 records is one.',
    LIMIT_PARTNER_TOKENS: 'Calls of the token endpoints with the right secret, by partner.',
    RECORD_MAX_AGE: "Age of partners' records and reversals by happened_at. Imports have no such limit.",
    WAITING_LIMIT: 'Waiting deliveries of one partner; further ones are rejected (waiting_full).',
    WAITING_MAX_AGE: 'How long a delivery waits for its sticker. Not shorter than RECORD_MAX_AGE.',
    CAP_PARTNER_DAY:
      'Points that one partner gives in a day (Athens) before managers get a flag. off: no cap.',
    CAP_PERSON_DAY: 'Points that one person gets in a day (Athens) before managers get a flag. off: no cap.',
    CAP_REJECT_FACTOR: 'Multiple of these caps above which records are rejected (cap_reached). off: never.',
  },
  'Retention periods (off: not removed)': {
    ERASURE_COOLING_OFF:
      'Time between the confirmation of an erasure and the erasure; it can be cancelled meanwhile.',
    RETENTION_INACTIVE: 'Inactive accounts are erased after this time. Years, such as 5y.',
    RETENTION_WARNING: 'Time between the warning of an inactive account and its erasure. Days.',
    RETENTION_CLAIMS: 'After the decision on a claim. 30 days or more, and not shorter than WAITING_MAX_AGE.',
    RETENTION_CALL_NOTES: 'Notes of calls. 30 days or more.',
    RETENTION_COUPON_CODES:
      "Codes of coupons, after they were used (and RECORD_MAX_AGE), cancelled or expired; the coupon's title and shop stay. 30 days or more.",
    RETENTION_REQUESTS: 'After the answer to a request about personal data. 30 days or more.',
    RETENTION_FLAGS: 'After a flag was resolved. 30 days or more.',
    RETENTION_AUDIT:
      'Entries of the audit log, lists of exports, decided requests and ended appointments of approvers. Years, such as 5y.',
    RETENTION_STAFF:
      'Name and address of staff, after the account was disabled. 30 days or more, not longer than RETENTION_AUDIT.',
    AUDIT_TEXT_MAX_AGE: 'Search texts of the audit log; its entries stay. Days.',
  },
}

type Schema = { def: { defaultValue?: string | number | boolean | readonly string[]; in?: unknown } }

/** Returns the default as it is written in the environment; undefined: there is none, or the description has it. */
function defaultOf({ def }: Schema): string | undefined {
  if (def.in) return defaultOf(def.in as Schema)
  const { defaultValue: value } = def
  if (value === false) return 'no'
  return value === undefined || Array.isArray(value) ? undefined : String(value)
}

/** Lists the settings whose name contains a word, with default and meaning, by subject. */
export function describeSettings(word = ''): string {
  const groups = Object.entries(settings).flatMap(([subject, group]) => {
    const lines = Object.entries(group)
      .filter(([name]) => name.includes(word.toUpperCase()))
      .map(([name, meaning]) => {
        const standard = defaultOf(variables[name as keyof typeof variables] as unknown as Schema)
        return `  ${name}${standard === undefined ? '' : ` (${standard})`}\n      ${meaning}`
      })
    return lines.length > 0 ? [[subject, ...lines].join('\n')] : []
  })
  return groups.join('\n\n') || `No setting has '${word}' in its name.`
}

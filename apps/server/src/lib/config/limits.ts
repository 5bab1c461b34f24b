/** A rate limit: `tries` per `window` milliseconds. */
export type Limit = { tries: number; window: number }

/**
 * Environment variable and default of each limit. Limits count by account (the e-mail address in
 * the request) from one network, by network address, and by account from all networks.
 */
export const limitNames = {
  signInByAccount: { variable: 'LIMIT_SIGN_IN_ACCOUNT', standard: '10/15m' },
  signInByNetwork: { variable: 'LIMIT_SIGN_IN_NETWORK', standard: '100/15m' },
  signInByAccountTotal: { variable: 'LIMIT_SIGN_IN_ACCOUNT_TOTAL', standard: '100/1h' },
  signInMailByAccount: { variable: 'LIMIT_SIGN_IN_MAIL_ACCOUNT', standard: '10/1d' },
  signUpByAccount: { variable: 'LIMIT_SIGN_UP_ACCOUNT', standard: '5/1h' },
  signUpByNetwork: { variable: 'LIMIT_SIGN_UP_NETWORK', standard: '30/1h' },
  signUpByAccountTotal: { variable: 'LIMIT_SIGN_UP_ACCOUNT_TOTAL', standard: '10/1h' },
  resetByAccount: { variable: 'LIMIT_RESET_ACCOUNT', standard: '5/1h' },
  resetByNetwork: { variable: 'LIMIT_RESET_NETWORK', standard: '30/1h' },
  resetByAccountTotal: { variable: 'LIMIT_RESET_ACCOUNT_TOTAL', standard: '10/1h' },
  linkByNetwork: { variable: 'LIMIT_LINK_NETWORK', standard: '120/15m' },
  siteSignInByNetwork: { variable: 'LIMIT_SITE_SIGN_IN_NETWORK', standard: '600/15m' },
  partnerSecretByNetwork: { variable: 'LIMIT_PARTNER_SECRET_NETWORK', standard: '30/15m' },
  partnerSecretByPartner: { variable: 'LIMIT_PARTNER_SECRET_PARTNER', standard: '100/15m' },
  partnerTokens: { variable: 'LIMIT_PARTNER_TOKENS', standard: '6000/1m' },
  partnerCalls: { variable: 'LIMIT_PARTNER_CALLS', standard: '30000/1m' },
  siteSignOutByNetwork: { variable: 'LIMIT_SITE_SIGN_OUT_NETWORK', standard: '600/15m' },
  passwordByAccount: { variable: 'LIMIT_PASSWORD_ACCOUNT', standard: '10/15m' },
  secondFactorByAccount: { variable: 'LIMIT_SECOND_FACTOR_ACCOUNT', standard: '10/15m' },
  secondFactorByAccountTotal: { variable: 'LIMIT_SECOND_FACTOR_ACCOUNT_TOTAL', standard: '30/1h' },
  appCodeByAccountDay: { variable: 'LIMIT_APP_CODE_DAY', standard: '50/1d' },
  appCodeByAccountMonth: { variable: 'LIMIT_APP_CODE_MONTH', standard: '100/30d' },
  secondFactorUnreported: { variable: 'LIMIT_SECOND_FACTOR_UNREPORTED', standard: '4/1d' },
  secondFactorMailByAccount: { variable: 'LIMIT_SECOND_FACTOR_MAIL_ACCOUNT', standard: '1/1d' },
  secondFactorChangeByAccount: { variable: 'LIMIT_SECOND_FACTOR_CHANGE_ACCOUNT', standard: '30/1d' },
  emailChangeByAccount: { variable: 'LIMIT_EMAIL_CHANGE_ACCOUNT', standard: '5/1d' },
  emailChangeByNetwork: { variable: 'LIMIT_EMAIL_CHANGE_NETWORK', standard: '30/1h' },
  emailChangeByStaff: { variable: 'LIMIT_EMAIL_CHANGE_STAFF', standard: '60/1h' },
  dataByAccount: { variable: 'LIMIT_DATA_ACCOUNT', standard: '20/1d' },
  callNotesByStaff: { variable: 'LIMIT_CALL_NOTES_STAFF', standard: '120/1h' },
  mailTestsByStaff: { variable: 'LIMIT_MAIL_TESTS_STAFF', standard: '20/1h' },
  stickersIssuedByStaff: { variable: 'LIMIT_STICKERS_ISSUED_STAFF', standard: '20000/1d' },
  stickerByAccount: { variable: 'LIMIT_STICKER_ACCOUNT', standard: '60/1h' },
  stickerAddedByAccount: { variable: 'LIMIT_STICKER_ADDED_ACCOUNT', standard: '20/1d' },
  offerByAccount: { variable: 'LIMIT_OFFER_ACCOUNT', standard: '60/1h' },
  deskByDevice: { variable: 'LIMIT_DESK_DEVICE', standard: '200/1m' },
  deskUnknownByDevice: { variable: 'LIMIT_DESK_UNKNOWN_DEVICE', standard: '20/10m' },
  deskUnknownByPartner: { variable: 'LIMIT_DESK_UNKNOWN_PARTNER', standard: '60/10m' },
  devicesByStaff: { variable: 'LIMIT_DEVICES_STAFF', standard: '60/1h' },
  deskEnrolByNetwork: { variable: 'LIMIT_DESK_ENROL_NETWORK', standard: '20/10m' },
  cardByAccount: { variable: 'LIMIT_CARD_ACCOUNT', standard: '60/10m' },
  printedCardByAccount: { variable: 'LIMIT_PRINTED_CARD_ACCOUNT', standard: '10/1d' },
  claimByAccount: { variable: 'LIMIT_CLAIM_ACCOUNT', standard: '5/1d' },
} as const

export type LimitName = keyof typeof limitNames
/** Limits of tries of passwords and second factors. */
export const limitsOfSecrets: ReadonlySet<LimitName> = new Set([
  'signInByAccount',
  'signInByNetwork',
  'signInByAccountTotal',
  'passwordByAccount',
  'secondFactorByAccount',
  'secondFactorByAccountTotal',
  'appCodeByAccountDay',
  'appCodeByAccountMonth',
])

export type Limits = Record<LimitName, Limit>

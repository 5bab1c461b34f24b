import type { LockReason } from '@portal/contract/security/lock-reasons.ts'
import type { AuditAction, AuditActorKind } from '@portal/contract/security/audit.ts'
import type { ApprovalKind } from '@portal/contract/checks.ts'
import type { DataRequestKind, DataRequestOutcome } from '@portal/contract/security/request-kinds.ts'
import type { RejectionReason } from '@portal/contract/words/claim-facts.ts'
import type { DeskUse, EntryKind } from '@portal/contract/desk/desk.ts'
import type { Description } from '@portal/contract/words/descriptions.ts'
import type { Language } from '@portal/contract/words/language.ts'
import type { OpeningHours } from '@portal/contract/hours/opening-hours.ts'
import type { ImportFailure, ImportKind, ImportState } from '@portal/contract/words/import-rules.ts'
import type { ImportPreview, ImportResult, ShownImport } from '@portal/contract/manage-imports.ts'
import type { OfferKind, OfferState } from '@portal/contract/words/offer-limits.ts'
import type { PlaceKind } from '@portal/contract/places.ts'
import type { Role } from '@portal/contract/security/permissions.ts'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

/** Of a mailed link. */
type TokenPurpose =
  | 'activation'
  | 'password'
  | 'disown'
  | 'erasure'
  | 'erasure_cancel'
  | 'email_change'
  | 'email_restore'

/**
 * Types of the tables of migrations/, in camelCase (Kysely's CamelCasePlugin). bigint columns are numbers: ids and sums
 * stay far below 2^53.
 */
export type Database = {
  portalState: { key: string; value: string }
  municipalities: {
    id: GeneratedAlways<number>
    name: string
    regionalUnit: string
    region: string
    sortName: GeneratedAlways<string>
  }
  brand: {
    id: Generated<boolean>
    version: number
    content: string
    logo: Buffer | null
    logoType: string | null
    changedAt: Date
  }
  places: {
    id: string
    key: GeneratedAlways<number>
    kind: PlaceKind
    name: string
    address: string
    municipalityId: number
    latitude: number
    longitude: number
    hours: string
    openingHours: ColumnType<OpeningHours | null, string | null | undefined, string | null>
    closedFrom: string | null
    closedUntil: string | null
    closedMessage: string | null
    version: Generated<number>
    searchNorm: GeneratedAlways<string>
  }
  users: {
    id: GeneratedAlways<number>
    email: string
    emailKey: Generated<string>
    firstName: string
    lastName: string
    telephone: Generated<string>
    municipalityId: number | null
    isStaff: Generated<boolean>
    role: Role | null
    language: ColumnType<Language | null, Language | null | undefined>
    isActive: Generated<boolean>
    passwordHash: string | null
    createdAt: Date
    activatedAt: Date | null
    sub: Generated<string>
    erasedAt: ColumnType<Date | null, never, Date>
    sortName: GeneratedAlways<string>
    latinLast: GeneratedAlways<string>
    searchNorm: GeneratedAlways<string>
  }
  pointsMails: {
    userId: number
    mode: 'at_once' | 'daily'
    token: Generated<string>
    told: number
    nextAt: Date
  }
  pageTexts: {
    id: Generated<number>
    page: string
    language: 'el' | 'en'
    text: string | null
    validFrom: string
    publishedAt: Date
    publishedBy: number | null
  }
  pageDrafts: {
    page: string
    language: 'el' | 'en'
    text: string
    savedAt: Date
    savedBy: number | null
  }
  pageValues: {
    key: string
    value: ColumnType<string | { el: string; en: string }, string, string>
  }
  noticeVersions: {
    page: string
    language: 'el' | 'en'
    number: number
    hash: string
    text: string
    servedAt: Date
  }
  noticeNews: {
    userId: number
    page: string
    number: number
    mailedAt: Date | null
    dismissedAt: Date | null
  }
  openStreams: { accountId: number; process: string; expiresAt: Date }
  sessions: {
    tokenHash: string
    userId: number
    createdAt: Date
    expiresAt: Date
    confirmedAt: ColumnType<Date | null, Date | null | undefined>
    id: Generated<string>
    lastSeenAt: ColumnType<Date, Date | undefined, Date>
    browser: Generated<string>
    system: Generated<string>
    network: Generated<string>
    wroteUpTo: ColumnType<number | null, undefined, number>
  }
  pendingSignIns: {
    tokenHash: string
    userId: number
    createdAt: Date
    expiresAt: Date
    challenge: string | null
    replaces: string | null
  }
  totpSecrets: { userId: number; secret: string; createdAt: Date; lastStep: number }
  passkeys: {
    id: GeneratedAlways<number>
    userId: number
    credentialId: string
    publicKey: string
    counter: number
    transports: string[]
    name: string
    createdAt: Date
    lastUsedAt: Date | null
  }
  recoveryCodes: { userId: number; place: string; codeHash: string; usedAt: Date | null }
  secondFactorSetUps: {
    sessionHash: string
    kind: 'totp' | 'passkey' | 'confirmation'
    secret: string
    expiresAt: Date
  }
  accountLocks: {
    userId: number
    reason: LockReason
    lockedAt: Date
    endsAt: Date | null
  }
  accountRestrictions: {
    userId: number
    restrictedAt: Date
    restrictedBy: number | null
    liftsAt: Date | null
  }
  accountTokens: {
    tokenHash: string
    userId: number
    purpose: TokenPurpose
    createdAt: Date
    expiresAt: Date
    usedAt: Date | null
    query: string | null
    emailChangeId: ColumnType<number | null, number | null | undefined>
  }
  emailChanges: {
    id: GeneratedAlways<number>
    userId: number
    oldEmail: string
    oldKey: string
    newEmail: string
    approvalId: number | null
    requestedAt: Date
    expiresAt: Date | null
    confirmedAt: ColumnType<Date | null, Date | null | undefined, Date>
    undoUntil: ColumnType<Date | null, Date | null | undefined, Date>
    undoneAt: ColumnType<Date | null, Date | null | undefined, Date>
  }
  partners: {
    id: GeneratedAlways<number>
    clientId: string
    name: string
    homeUrl: string
    secretHash: string
    previousSecretHash: string | null
    previousSecretUntil: Date | null
    previousSecretUsedAt: Date | null
    version: Generated<number>
    redirectUris: string[]
    postLogoutRedirectUris: Generated<string[]>
    backchannelLogoutUri: string | null
    initiateLoginUri: string | null
    scopes: string[]
    descriptions: ColumnType<Description[], string | undefined, string>
    origins: Generated<string[]>
    firstParty: Generated<boolean>
    webhookUrl: string | null
    webhookSecret: string | null
    webhookFailures: Generated<number>
    webhookRetryAt: Date | null
    webhookFailedAt: Date | null
    webhookFailedStatus: number | null
    createdAt: Date
    disabledAt: Date | null
    dailyCap: ColumnType<number | null, number | null | undefined, number | null>
    personCap: ColumnType<number | null, number | null | undefined, number | null>
    lastCallAt: ColumnType<Date | null, never, Date>
    company: string | null
    purpose: string | null
    purposeEn: string | null
    privacyUrl: string | null
    subjectType: Generated<'public' | 'pairwise'>
  }
  partnerSubjects: { partnerId: number; userId: number; sub: Generated<string> }
  consentTexts: { hash: string; body: string }
  partnerConsents: {
    id: GeneratedAlways<number>
    userId: number
    partnerId: number
    scopes: string[]
    refused: string[]
    textVersion: string
    textHash: string | null
    language: string
    givenAt: Date
    withdrawnAt: Date | null
  }
  oidcPayloads: {
    model: string
    id: string
    payload: JSONColumnType<Record<string, unknown>>
    grantId: string | null
    userCode: string | null
    uid: string | null
    sessionHash: string | null
    createdAt: Date
    consumedAt: Date | null
    expiresAt: Date | null
  }
  partnerSignIns: { sid: string; sessionHash: string; partnerId: number; grantId: string; sub: string }
  signingKeys: {
    kid: string
    privateJwk: string
    createdAt: Date
    signsFrom: Date
    retiredAt: Date | null
  }
  rateLimits: { key: string; tries: number; resetsAt: Date }
  pointsRecords: {
    id: GeneratedAlways<number>
    participantId: number
    points: number
    description: Description
    createdAt: Date
    receivedAt: Generated<Date>
    source: string
    reference: string
    details: JSONColumnType<Record<string, unknown>> | ColumnType<null>
    partnerId: ColumnType<number | null, number | null | undefined, never>
    rateId: ColumnType<number | null, number | null | undefined, never>
    reversalOf: ColumnType<number | null, number | null | undefined, never>
  }
  rates: {
    id: GeneratedAlways<number>
    description: Description
    material: string | null
    unit: 'litre' | 'item'
    /** `numeric`, as text: a float would lose precision. */
    pointsPerUnit: string
    validFrom: string
    validTo: string | null
    note: Generated<string>
  }
  stickerBatches: {
    id: GeneratedAlways<number>
    count: number
    note: Generated<string>
    createdAt: Date
    createdBy: number | null
  }
  stickers: {
    id: GeneratedAlways<number>
    code: string
    batchId: number
    boundTo: number | null
    boundAt: Date | null
    lostAt: Date | null
    replacedBy: number | null
    retiredAt: ColumnType<Date | null, never, Date>
  }
  partnerReferences: { partnerId: number; reference: string; content: Buffer; receivedAt: Date }
  waitingDeliveries: {
    id: GeneratedAlways<number>
    partnerId: number
    reference: string
    stickerCode: string
    description: Description
    points: number
    rateId: number | null
    createdAt: Date
    receivedAt: Date
    details: JSONColumnType<Record<string, unknown>> | ColumnType<null>
    recordId: number | null
    withdrawnBy: string | null
  }
  callNotes: {
    id: GeneratedAlways<number>
    participantId: number
    authorId: number
    createdAt: Date
    text: string
  }
  coupons: {
    recordId: number
    participantId: number
    code: string
    ending: string
    title: string
    shop: string | null
    validUntil: string | null
    usedAt: ColumnType<Date | null, never, Date | null>
    cancelledAt: ColumnType<Date | null, never, Date>
    offerId: number | null
    codeHash: string | null
    titleEn: string | null
    usedDeviceId: number | null
  }
  devices: {
    id: GeneratedAlways<number>
    partnerId: number
    name: string
    placeKey: number | null
    may: DeskUse[]
    enrolmentHash: string | null
    enrolmentUntil: Date | null
    secretHash: string | null
    pinHash: string | null
    pinFailures: Generated<number>
    lockedAt: Date | null
    openUntil: Date | null
    version: Generated<number>
    createdAt: Date
    enrolledAt: Date | null
    lastSeenAt: Date | null
    revokedAt: Date | null
  }
  deviceLinks: {
    id: GeneratedAlways<number>
    partnerId: number
    tokenHash: string
    may: DeskUse[]
    devicesLeft: number
    createdAt: Date
    expiresAt: Date
  }
  deskEntries: {
    id: GeneratedAlways<number>
    deviceId: number
    reference: string
    kind: EntryKind | 'coupon'
    state: 'recorded' | 'waiting' | 'held' | 'refused' | 'undone'
    receivedAt: Date
    happenedAt: Date
    deviceAt: Date
    recordId: number | null
    participantId: number | null
    stickerCode: string | null
    material: string | null
    /** `numeric`, as text: a float would lose precision. */
    quantity: string | null
    points: number | null
    offerId: number | null
    code: string | null
    decidedBy: number | null
    decidedAt: Date | null
  }
  cardCodes: {
    codeHash: string
    participantId: number
    issuedAt: Date
    deviceId: number | null
    readAt: Date | null
  }
  printedCards: {
    id: GeneratedAlways<number>
    codeHash: string
    participantId: number
    createdAt: Date
    revokedAt: Date | null
  }
  couponGifts: {
    recordId: number
    tokenHash: string
    createdAt: Date
    expiresAt: Date
    takenAt: Date | null
  }
  offers: {
    id: GeneratedAlways<number>
    partnerId: number
    kind: OfferKind
    state: Generated<OfferState>
    title: string
    titleEn: string | null
    description: string
    descriptionEn: string | null
    place: string | null
    points: number
    couponDays: number | null
    startsOn: string
    endsOn: string | null
    stock: number | null
    stockPerDay: number | null
    perPerson: number | null
    perPersonDays: number | null
    municipalities: number[] | null
    returnDays: number | null
    returnsWhenExpired: boolean
    taken: Generated<number>
    pointsTaken: Generated<number>
    version: Generated<number>
    createdAt: Date
    publishedAt: Date | null
    endedAt: Date | null
  }
  offerDays: { offerId: number; day: string; taken: number }
  offerPictures: { offerId: number; content: Buffer; type: 'image/png' | 'image/jpeg'; hash: string }
  balances: {
    participantId: number
    available: Generated<number>
    reuse: Generated<number>
    cookingoils: Generated<number>
    redeemed: Generated<number>
    nRecords: Generated<number>
    lastMonth: Generated<string | null>
    givenOn: Generated<string | null>
    given: Generated<number>
  }
  staffReads: { staffId: number; day: string; participantId: number }
  ledgerFlags: {
    id: GeneratedAlways<number>
    partnerId: number | null
    participantId: number | null
    day: string
    rejected: boolean
    creditedTwice: Generated<boolean>
    staffId: Generated<number | null>
    requesterId: Generated<number | null>
    shared: Generated<string[]>
    occasion: Generated<string | null>
    cap: number
    points: number
    raisedAt: Date
    resolvedBy: number | null
    resolvedAt: Date | null
    note: Generated<string>
  }
  rejectedRecords: { partnerId: number; code: string; reference: string; rejectedAt: Date }
  repeatedRecords: { partnerId: number; minute: Date; count: number }
  approvals: {
    id: GeneratedAlways<number>
    kind: ApprovalKind
    payload: JSONColumnType<Record<string, unknown>>
    points: number | null
    requestedBy: number
    requestedAt: Date
    decision: 'approved' | 'rejected' | null
    decidedBy: number | null
    decidedAt: Date | null
    note: Generated<string>
    executedAt: Date | null
  }
  deliveryClaims: {
    id: GeneratedAlways<number>
    participantId: number
    submission: string
    recordId: number | null
    deviceId: number | null
    visitedAt: Date | null
    stickerCode: string | null
    placeId: string | null
    placeName: string | null
    day: string
    hour: number | null
    litres: ColumnType<string | null, number | null>
    note: Generated<string>
    createdAt: Date
    state: 'open' | 'approval' | 'credited' | 'undone' | 'rejected'
    approvalId: number | null
    decidedBy: number | null
    decidedAt: Date | null
    points: number | null
    deliveryId: number | null
    reason: RejectionReason | null
    answer: Generated<string>
    staffAtFiling: Generated<number[]>
  }
  approvers: {
    id: GeneratedAlways<number>
    userId: number
    askedBy: number | null
    askedAt: Date
    confirmedBy: number | null
    confirmedAt: Date | null
    approvesFrom: Date | null
    endedAt: Date | null
  }
  auditEntries: {
    id: GeneratedAlways<number>
    at: Date
    actorKind: AuditActorKind
    actorId: number | null
    actorName: string | null
    network: string | null
    action: AuditAction
    subjectId: number | null
    details: ColumnType<Record<string, string | number | boolean | null>, string | undefined, never>
  }
  auditTexts: { entryId: number; text: string }
  accountActivity: {
    userId: number
    lastSignInOn: string | null
    warnedAt: Date | null
    warningAcceptedAt: ColumnType<Date | null, Date | null | undefined>
  }
  dataRequests: {
    id: GeneratedAlways<number>
    userId: number
    kind: DataRequestKind
    text: string
    receivedAt: Date
    dueOn: string
    extendedAt: Date | null
    extensionReason: Generated<string>
    answeredAt: Date | null
    answeredBy: number | null
    outcome: DataRequestOutcome | null
    answer: Generated<string>
  }
  erasures: { userId: number; confirmedAt: Date; dueAt: Date }
  erasureMentions: {
    id: GeneratedAlways<number>
    accountId: number
    place: string
    rowId: number
    begins: number
    ends: number
    foundAt: Date
  }
  imports: {
    id: GeneratedAlways<number>
    kind: ImportKind
    userId: number
    state: ImportState
    step: Generated<'check' | 'import'>
    strict: Generated<boolean>
    bytes: number
    sha256: string | null
    createdAt: Date
    queuedAt: Date | null
    runner: string | null
    beatAt: Date | null
    attempts: Generated<number>
    progress: Generated<number>
    counts: JSONColumnType<ImportResult> | null
    preview: JSONColumnType<ImportPreview> | null
    problems: JSONColumnType<ShownImport['problems']> | null
    failure: ImportFailure | null
    needsApproval: Generated<boolean>
    approvalId: number | null
  }
  importParts: { importId: number; purpose: 'upload' | 'left_out'; number: number; content: Buffer }
  exports: {
    id: GeneratedAlways<number>
    userId: number
    subject: 'participants' | 'points' | 'audit'
    filter: JSONColumnType<Record<string, string | number | boolean>>
    begunAt: Date
  }
  exportPeople: { exportId: number; block: number; ids: number[] }
  exportEnds: {
    exportId: number
    endedAt: Date
    nRows: number
    outcome: 'complete' | 'aborted' | 'failed'
  }
  chainBlocks: {
    chain: string
    number: number
    firstId: number
    lastId: number
    nRows: number
    digest: Buffer
    previousHash: Buffer
    hash: Buffer
    sealedAt: Date
  }
  chainAnchors: {
    chain: string
    number: number
    lastId: number
    hash: Buffer
    nRows: number
    removedAt: Generated<Date>
  }
  chainErasures: { chain: string; rowId: number; digest: string; erasedAt: Generated<Date> }
}

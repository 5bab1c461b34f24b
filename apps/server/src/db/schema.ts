import type { Description } from '@portal/contract/descriptions.ts'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

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
  users: {
    id: GeneratedAlways<number>
    email: string
    emailKey: GeneratedAlways<string>
    firstName: string
    lastName: string
    telephone: Generated<string>
    municipalityId: number | null
    isStaff: Generated<boolean>
    isActive: Generated<boolean>
    passwordHash: string | null
    createdAt: Date
    activatedAt: Date | null
    sub: Generated<string>
    sortName: GeneratedAlways<string>
    latinLast: GeneratedAlways<string>
    searchNorm: GeneratedAlways<string>
  }
  sessions: { tokenHash: string; userId: number; createdAt: Date; expiresAt: Date }
  accountTokens: {
    tokenHash: string
    userId: number
    purpose: 'activation' | 'password' | 'disown'
    createdAt: Date
    expiresAt: Date
    usedAt: Date | null
  }
  partners: {
    id: GeneratedAlways<number>
    clientId: string
    name: string
    homeUrl: string
    secretHash: string
    previousSecretHash: string | null
    previousSecretUntil: Date | null
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
    createdAt: Date
    disabledAt: Date | null
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
  balances: {
    participantId: number
    available: Generated<number>
    reuse: Generated<number>
    cookingoils: Generated<number>
    redeemed: Generated<number>
    nRecords: Generated<number>
    lastMonth: Generated<string | null>
  }
  exports: {
    id: GeneratedAlways<number>
    userId: number
    subject: 'participants' | 'points'
    filter: JSONColumnType<Record<string, string | number | boolean>>
    begunAt: Date
  }
  exportEnds: {
    exportId: number
    endedAt: Date
    nRows: number
    outcome: 'complete' | 'aborted' | 'failed'
  }
}

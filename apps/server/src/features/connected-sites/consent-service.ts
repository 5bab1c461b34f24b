import { hash } from 'node:crypto'
import { isDelivery } from '@portal/contract/words/descriptions.ts'
import type { Language } from '@portal/contract/words/language.ts'
import type { Db } from '#server/db/database.ts'
import type { RegisteredPartner } from '#server/features/partners/service.ts'
import { type AuditActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import * as queries from './queries.ts'
import { consentVersion, texts } from './consent-text.ts'

export { deleteConsentsOf, findSubAt, listConsentsOf } from './queries.ts'

/** To take points for coupons: the only scope that can be rejected while the others are given. */
export const redeemScope = 'points:redeem'

/** The words of the question, as shown on the page and stored as evidence. `hash` identifies them. */
export type ConsentWords = ReturnType<typeof consentWordsOf>

type Site = Pick<
  RegisteredPartner,
  'name' | 'company' | 'purpose' | 'purposeEn' | 'privacyUrl' | 'descriptions' | 'scopes' | 'subjectType'
>

/**
 * Returns the words of the question for consent.
 * @param scopes what the site asks for; of them, `points:redeem` is a question of its own
 */
export function consentWordsOf(language: Language, site: Site, scopes: readonly string[]) {
  const text = texts[language]
  const purpose = language === 'en' && site.purposeEn ? site.purposeEn : site.purpose
  const gives = site.scopes.includes('points:write') && site.descriptions.some(isDelivery)
  const words = {
    who: text.who(site.name),
    facts: [
      { name: text.company, value: site.company ?? text.notStated },
      { name: text.purpose, value: purpose ?? text.notStated },
      { name: text.notice, value: site.privacyUrl ?? text.notStated, isUrl: site.privacyUrl !== null },
    ],
    asks: text.asks,
    items: [
      ...scopes.flatMap((scope) => {
        if (scope === redeemScope) return []
        return (scope === 'openid' ? text.openid[site.subjectType] : text.scopes[scope]) ?? scope
      }),
      ...(gives ? [text.gives] : []),
    ],
    redeem: scopes.includes(redeemScope) ? { label: text.redeem, means: text.redeemMeans } : undefined,
    ends: text.ends,
    settings: text.settings,
  }
  const { who, facts, asks, items, redeem, ends, settings } = words
  const body = [
    who,
    ...facts.map(({ name, value }) => `${name}: ${value}`),
    asks,
    ...items.map((item) => `- ${item}`),
    ...(redeem ? [`[ ] ${redeem.label}`, redeem.means] : []),
    `${ends} ${settings}`,
  ].join('\n')
  return { ...words, language, body, hash: hash('sha256', body, 'hex') }
}

/** Records a consent with the words that were shown, and its audit entry. It outlasts the session (GDPR 7.1). */
export const recordConsent = (
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  actor: AuditActor & { id: number },
  site: Pick<RegisteredPartner, 'id' | 'clientId'>,
  words: ConsentWords,
  { scopes, refused }: { scopes: string[]; refused: string[] },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await queries.insertText(trx, { hash: words.hash, body: words.body })
    await queries.insertConsent(trx, {
      userId: actor.id,
      partnerId: site.id,
      scopes,
      refused,
      textVersion: consentVersion,
      textHash: words.hash,
      language: words.language,
      givenAt: clock.now(),
      withdrawnAt: null,
    })
    await writeAudit({ db: trx, clock }, actor, {
      action: 'consent.give',
      subjectId: actor.id,
      details: {
        partner: site.clientId,
        scope: scopes.join(' '),
        ...(refused.length > 0 && { refused: refused.join(' ') }),
        text: consentVersion,
        language: words.language,
        words: words.hash.slice(0, 16),
      },
    })
  })

/**
 * Returns the `sub` by which a site knows an account. One with pairwise subs gets a random one at the first sign-in.
 * @param sub of the account
 */
export async function subAt({ db }: { db: Db }, partnerId: number, sub: string): Promise<string> {
  const known = await queries.findSubAt(db, partnerId, sub)
  if (known !== null) return known
  await queries.insertSubject(db, partnerId, sub)
  const added = await queries.findSubAt(db, partnerId, sub)
  if (added === null) throw new Error('The account of this sub is gone.')
  return added
}

/** Takes a scope from the person's other sign-ins at a site: the latest decision counts in every session. */
export const takeBackScope = (
  { db }: { db: Db },
  person: { id: number; sub: string },
  partnerId: number,
  scope: string,
): Promise<unknown> => queries.removeScope(db, person.sub, partnerId, scope)

import { type Description, isDelivery } from '@portal/contract/words/descriptions.ts'
import type { ManagedPartner } from '@portal/contract/manage-partners.ts'
import type { Partners } from './api.ts'

type Portal = Pick<Partners, 'issuer' | 'guide'>
const measures: Partial<Record<Description, string>> = {
  oil_collected: '{ "litres": 2.5 }',
  item_reused: '{ "item_count": 1 }',
  item_delivered: '{ "item_count": 1 }',
}

const block = (lines: string[]) => ['```sh', ...lines, '```', '']

/** Quotes a value for a shell: the examples are copied as they are. */
const quoted = (value: string) => `'${value.replaceAll("'", String.raw`'\''`)}'`

/**
 * The file that an operator hands to the people of a partner: addresses, client id, secret, and example calls with the
 * partner's own values. Markdown, which is readable as it is.
 */
export function handoverOf(partner: ManagedPartner, secret: string, { issuer, guide }: Portal): string {
  const { name, client_id: clientId, scopes, descriptions, redirect_uris: redirectUris } = partner
  const programScopes = scopes.filter((scope) => scope === 'points:read' || scope === 'points:write')
  const identity = scopes.filter((scope) => scope !== 'points:read' && scope !== 'points:write')
  const portal = issuer.replace(/\/oauth$/, '')
  return [
    `# Στοιχεία σύνδεσης: ${name}`,
    '',
    'Το μυστικό είναι μόνο για τον διακομιστή σας. Μην το βάλετε σε ιστοσελίδα ή σε εφαρμογή κινητού.',
    '',
    `- Οδηγός των κλήσεων: ${guide}`,
    `- issuer: ${issuer}`,
    `- client_id: ${clientId}`,
    `- client_secret: ${secret}`,
    `- Δικαιώματα (scopes): ${scopes.join(' ') || '–'}`,
    `- Είδη κινήσεων (descriptions): ${descriptions.join(', ') || '–'}`,
    ...redirectUris.map((uri) => `- Διεύθυνση επιστροφής (redirect_uri): ${uri}`),
    '',
    ...(programScopes.length > 0 ? program({ portal, clientId, secret, programScopes, descriptions }) : []),
    ...(redirectUris[0] ? signIn({ issuer, clientId, identity, redirectUri: redirectUris[0] }) : []),
  ].join('\n')
}

type Program = {
  portal: string
  clientId: string
  secret: string
  programScopes: string[]
  descriptions: Description[]
}

function program({ portal, clientId, secret, programScopes, descriptions }: Program): string[] {
  const delivery = descriptions.find((one) => isDelivery(one) && measures[one] !== undefined)
  return [
    '## Πρόσβαση του προγράμματός σας',
    '',
    'Ζητήστε πρώτα διακριτικό (token). Ισχύει μία ώρα.',
    '',
    ...block([
      `PORTAL_URL=${quoted(portal)}`,
      `CLIENT_ID=${quoted(clientId)}`,
      `CLIENT_SECRET=${quoted(secret)}`,
      'TOKEN=$(curl -s -u "$CLIENT_ID:$CLIENT_SECRET" "$PORTAL_URL/oauth/token" \\',
      `  -d grant_type=client_credentials -d ${quoted(`scope=${programScopes.join(' ')}`)} |`,
      `  sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    ]),
    'Ελέγξτε τη σύνδεση. Η απάντηση έχει το όνομά σας και τα δικαιώματά σας.',
    '',
    ...block(['curl -s -H "Authorization: Bearer $TOKEN" "$PORTAL_URL/api/partner/"']),
    ...(programScopes.includes('points:read')
      ? [
          'Διαβάστε τις κινήσεις που γράψατε. Συνεχίστε με το next της απάντησης στη θέση του after.',
          '',
          ...block(['curl -s -H "Authorization: Bearer $TOKEN" "$PORTAL_URL/api/partner/events/?after=0"']),
        ]
      : []),
    ...(delivery && programScopes.includes('points:write')
      ? [
          'Γράψτε μια παράδοση. Βάλτε τον κωδικό του αυτοκόλλητου και δικό σας αριθμό (reference).',
          'Αν σταλεί δεύτερη φορά με τον ίδιο αριθμό, δεν μετρά ξανά.',
          '',
          ...record([
            '    "reference": "test-0001",',
            '    "participant": { "sticker": "ΚΩΔΙΚΟΣ" },',
            `    "description": "${delivery}",`,
            `    "measure": ${measures[delivery] ?? ''},`,
          ]),
        ]
      : []),
    ...(descriptions.includes('coupon_created') && programScopes.includes('points:write')
      ? [
          'Πάρτε πόντους για ένα κουπόνι. Το SUB του πολίτη σας το δίνει η σύνδεσή του (sub).',
          '',
          ...record([
            '    "reference": "coupon-0001",',
            '    "participant": { "sub": "SUB" },',
            '    "description": "coupon_created",',
            '    "points": -100,',
            '    "coupon": { "code": "K8F3Q", "title": "Δοκιμή", "shop": "Δοκιμή" },',
          ]),
        ]
      : []),
  ]
}

/** The call that writes a record, with the current time. */
const record = (fields: string[]) =>
  block([
    'curl -s -H "Authorization: Bearer $TOKEN" -H \'Content-Type: application/json\' \\',
    `  "$PORTAL_URL/api/partner/points/" -d '{`,
    ...fields,
    '    "happened_at": "\'$(date -u +%Y-%m-%dT%H:%M:%SZ)\'"',
    "  }'",
  ])

type SignIn = { issuer: string; clientId: string; identity: string[]; redirectUri: string }

function signIn({ issuer, clientId, identity, redirectUri }: SignIn): string[] {
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: identity.join(' '),
    code_challenge_method: 'S256',
  })
  return [
    '## Σύνδεση πολιτών',
    '',
    'Χρησιμοποιήστε μια βιβλιοθήκη OpenID Connect με κωδικό (authorization code) και PKCE (S256).',
    'Δώστε της τον issuer, το client_id και το client_secret. Τα υπόλοιπα τα βρίσκει εδώ:',
    '',
    ...block([`curl -s ${quoted(`${issuer}/.well-known/openid-configuration`)}`]),
    'Η διεύθυνση που ανοίγει στον πολίτη. Η βιβλιοθήκη προσθέτει state, nonce και code_challenge:',
    '',
    '```',
    `${issuer}/auth?${query.toString()}`,
    '```',
    '',
  ]
}

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** CBOR (RFC 8949) of what a passkey contains: whole numbers, texts, bytes, maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as number)])
  return Buffer.concat([head(5, value.size), ...entries])
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

type Options = { challenge: string; rpId?: string; rp?: { id?: string } }
type Change = { challenge?: string; origin?: string; rpId?: string; userVerified?: boolean; counter?: number }

/**
 * A passkey in software (WebAuthn, level 3): ES256, attestation 'none', with a counter.
 * @param origin of the portal
 */
export function openAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0

  const clientData = (type: string, { challenge }: Options, change: Change) =>
    Buffer.from(
      JSON.stringify({ type, challenge: change.challenge ?? challenge, origin: change.origin ?? origin }),
    )
  const authenticatorData = (rpId: string, { userVerified = true, ...change }: Change, attested?: Buffer) => {
    counter += 1
    const flags = 1 | (userVerified ? 4 : 0) | (attested ? 64 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(change.counter ?? counter)
    return Buffer.concat([
      sha256(change.rpId ?? rpId),
      Buffer.from([flags]),
      count,
      attested ?? Buffer.alloc(0),
    ])
  }
  const credential = (response: Record<string, Buffer>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(
      Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')]),
    ),
  })

  return {
    id: id.toString('base64url'),
    /** Answers navigator.credentials.create. `change` makes the response invalid. */
    create: (options: Options, change: Change = {}) => {
      const key = new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(key)])
      const authData = authenticatorData(options.rp?.id ?? '', change, attested)
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return credential({
        clientDataJSON: clientData('webauthn.create', options, change),
        attestationObject: cbor(attestation),
      })
    },
    /** Answers navigator.credentials.get. */
    get: (options: Options, change: Change = {}) => {
      const clientDataJSON = clientData('webauthn.get', options, change)
      const data = authenticatorData(options.rpId ?? '', change)
      const signature = sign('sha256', Buffer.concat([data, sha256(clientDataJSON)]), privateKey)
      return credential({ clientDataJSON, authenticatorData: data, signature })
    },
  }
}

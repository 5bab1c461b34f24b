import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** An authenticator app (RFC 6238). Each code is new to the portal, which accepts it once. @param secret as shown */
export function openApp(secret: string) {
  const bits = Array.from(secret.replaceAll(' ', ''), (letter) =>
    base32.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
  let last = 0
  const now = () => Math.floor(Date.now() / 30_000)
  return {
    nextCode: async () => {
      // The portal also accepts the codes of the step before and after: this one for at least 30 s.
      const step = Math.max(now(), last + 1)
      while (step > now() + 1) await wait(250)
      last = step
      const counter = Buffer.alloc(8)
      counter.writeBigUInt64BE(BigInt(step))
      const hash = createHmac('sha1', key).update(counter).digest()
      const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff
      return String(number % 1_000_000).padStart(6, '0')
    },
  }
}

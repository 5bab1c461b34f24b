import { argon2, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { minutes } from '../time/clock.ts'
import { type Asker, queueHash } from './hash-queue.ts'

const argon2Async = promisify(argon2)
const pbkdf2Async = promisify(pbkdf2)

/**
 * argon2id with OWASP's second set of parameters (19 MiB, 2 passes, 1 lane): about 31 ms here, and twenty staff signing
 * in at once don't take the machine's memory.
 */
const strength = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

const b64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/**
 * @returns an argon2 PHC string: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`
 * @throws ApiError unavailable where too many hashes wait
 */
export async function hashPassword(password: string, asker?: Asker): Promise<string> {
  const nonce = randomBytes(16)
  const hash = await queueHash(
    () => argon2Async('argon2id', { message: password, nonce, ...strength }),
    asker,
  )
  const { memory, passes, parallelism } = strength
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${b64(nonce)}$${b64(hash)}`
}

type Recipe =
  | {
      kind: 'argon2'
      variant: 'argon2id' | 'argon2i' | 'argon2d'
      m: number
      t: number
      p: number
      salt: Buffer
      hash: Buffer
    }
  | { kind: 'pbkdf2'; iterations: number; salt: string; hash: Buffer }

/**
 * Reads what is kept of a password: an argon2 PHC string (also behind Django's `argon2` prefix) or Django's
 * `pbkdf2_sha256$iterations$salt$hash`. Costs beyond reason are rejected: an import must not be able to stop the server.
 * @returns undefined where it is neither
 */
export function readHash(text: string): Recipe | undefined {
  const phc =
    /^(?:argon2)?\$(argon2id|argon2i|argon2d)\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,})\$([A-Za-z0-9+/]{16,})$/.exec(
      text,
    )
  if (phc) {
    const [, variant, m = '', t = '', p = '', salt = '', hash = ''] = phc
    const recipe = { m: Number(m), t: Number(t), p: Number(p) }
    if (recipe.m > 1_048_576 || recipe.m < 8 * recipe.p || recipe.t < 1 || recipe.p < 1) return undefined
    return {
      kind: 'argon2',
      variant: variant as 'argon2id' | 'argon2i' | 'argon2d',
      ...recipe,
      salt: Buffer.from(salt, 'base64'),
      hash: Buffer.from(hash, 'base64'),
    }
  }
  const django = /^pbkdf2_sha256\$([1-9]\d{0,7})\$([^$]{1,128})\$([A-Za-z0-9+/]{43}=)$/.exec(text)
  if (!django) return undefined
  const [, iterations = '', salt = '', hash = ''] = django
  if (Number(iterations) > 10_000_000) return undefined
  return { kind: 'pbkdf2', iterations: Number(iterations), salt, hash: Buffer.from(hash, 'base64') }
}

/**
 * Whether a password is the one of which `kept` was made. Takes as long for a wrong one as for the right one.
 * @param onStart is called when its turn in the queue has come
 * @throws ApiError unavailable where too many hashes wait
 */
export async function verifyPassword(
  password: string,
  kept: string,
  asker?: Asker,
  onStart: () => void = () => {},
): Promise<boolean> {
  const recipe = readHash(kept)
  if (!recipe) return false
  const made = await queueHash(() => {
    onStart()
    return recipe.kind === 'pbkdf2'
      ? pbkdf2Async(password, recipe.salt, recipe.iterations, 32, 'sha256')
      : argon2Async(recipe.variant, {
          message: password,
          nonce: recipe.salt,
          memory: recipe.m,
          passes: recipe.t,
          parallelism: recipe.p,
          tagLength: recipe.hash.length,
        })
  }, asker)
  return made.length === recipe.hash.length && timingSafeEqual(made, recipe.hash)
}

/** Whether a hash should be made anew at the next sign-in: it is no argon2id of today's strength. */
export function isOutdated(kept: string): boolean {
  const recipe = readHash(kept)
  return (
    recipe?.kind !== 'argon2' ||
    recipe.variant !== 'argon2id' ||
    recipe.m < strength.memory ||
    recipe.t < strength.passes
  )
}

/** What a sign-in with an unknown address is verified against, so that it takes as long as one with a known one. */
export const decoyHash = `$argon2id$v=19$m=${strength.memory},t=${strength.passes},p=${strength.parallelism}$${b64(Buffer.alloc(16, 7))}$${b64(Buffer.alloc(32, 7))}`

type Budget = { ms: number }

/** The time that a failed check takes, by the parameters of the hashes that it has to cover. */
const budgets = new Map<string, { budget: Promise<Budget>; measuredAt: number }>()
const budgetLifetime = minutes(10)
/** The longest wait for an answer. Hashes that take longer can be told apart. */
const maxBudget = 3_000

function budgetFor(hashes: readonly string[]): Promise<Budget> {
  const key = hashes.map((hash) => hash.split('$', hash.startsWith('pbkdf2') ? 2 : 4).join('$')).join(' ')
  const known = budgets.get(key)
  if (known && performance.now() - known.measuredAt < budgetLifetime) return known.budget
  const budget = measureBudget(hashes)
  budgets.set(key, { budget, measuredAt: performance.now() })
  budget.catch(() => budgets.delete(key))
  return budget
}

/** 1.5 times what the slowest of these hashes, or of today's argon2id, takes on this machine. */
async function measureBudget(hashes: readonly string[]): Promise<Budget> {
  let slowest = 0
  // Strangers wait for it as well as known browsers.
  for (const hash of [decoyHash, ...hashes])
    slowest = Math.max(slowest, (await timeCheck('', hash, 'known')).ms)
  return { ms: Math.min(maxBudget, slowest * 1.5) }
}

/** @returns also how long it took, without the time in the queue */
async function timeCheck(
  password: string,
  kept: string,
  asker: Asker,
): Promise<{ fits: boolean; ms: number; end: number }> {
  let start = performance.now()
  const fits = await verifyPassword(password, kept, asker, () => (start = performance.now()))
  const end = performance.now()
  return { fits, ms: end - start, end }
}

/**
 * Checks a sign-in's password. A failure takes the same time whatever is kept: no account, one that may not sign in, or a
 * hash of any kind. It waits for the rest of the time instead of computing, so that failures cost no more than one hash.
 * @param kept.accepts false: fails whatever the password is
 * @param slowest the slowest hashes that any account still has
 */
export async function verifyEvenly(
  password: string,
  kept: { hash: string | null; accepts: boolean },
  slowest: readonly string[],
  asker: Asker,
): Promise<boolean> {
  const { fits, ms, end } = await timeCheck(password, kept.hash ?? decoyHash, asker)
  if (fits && kept.accepts && kept.hash !== null) return true
  const late = performance.now() - end
  const budget = await budgetFor(slowest)
  // Slower than when it was measured: raises the time of all following failures.
  if (ms > budget.ms) budget.ms = Math.min(maxBudget, ms * 1.25)
  await setTimeout(Math.max(0, budget.ms - ms - late))
  return false
}

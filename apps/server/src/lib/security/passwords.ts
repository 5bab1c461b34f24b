import { argon2, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { minutes } from '../time/clock.ts'
import { type Asker, queueHash } from './hash-queue.ts'

const argon2Async = promisify(argon2)
const pbkdf2Async = promisify(pbkdf2)

/**
 * argon2id with OWASP's second set of parameters (19 MiB, 2 passes, 1 lane): measured at about 31 ms; twenty
 * simultaneous sign-ins fit in memory.
 */
export const strength = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

const b64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/**
 * The form that is hashed: keyboards and systems write the same letters as one character or several, and the Greek accent as
 * tonos or oxia (NIST SP 800-63B, 3.1.1.2).
 */
const normalized = (password: string) => password.normalize('NFKC')

/** Hashes of Django, from imports. Its forms removed white space around a password before they hashed it. */
const isOfDjango = (kept: string) => /^(pbkdf2|argon2)/.test(kept)

/** Number of hashes of a failed check: the same for every kind of hash and for none, because its time is visible. */
const triesFor = (password: string) => (normalized(password).trim() === password ? 1 : 2)

/**
 * Hashes a password with argon2id.
 * @returns a PHC string: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`
 * @throws ApiError unavailable if the hash queue is full
 */
export async function hashPassword(password: string, asker?: Asker): Promise<string> {
  const nonce = randomBytes(16)
  const hash = await queueHash(
    () => argon2Async('argon2id', { message: normalized(password), nonce, ...strength }),
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
 * Parses a stored password hash: an argon2 PHC string, with or without Django's `argon2` prefix, or Django's
 * `pbkdf2_sha256$iterations$salt$hash`. Rejects excessive cost parameters: an imported hash must not block the server.
 * @returns undefined if the format is unknown or rejected
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
 * Compares a password with a stored hash: as it was typed, then normalized or, for a hash of Django, without white space around
 * it. Of one kind of failure the duration depends on the password alone.
 * @param onStart is called when the computation starts, after the wait in the queue
 * @throws ApiError unavailable if the hash queue is full
 */
export async function verifyPassword(
  password: string,
  kept: string,
  asker?: Asker,
  onStart: () => void = () => {},
): Promise<boolean> {
  const recipe = readHash(kept)
  if (!recipe) return false
  if (await fitsRecipe(password, recipe, asker, onStart)) return true
  if (triesFor(password) === 1) return false
  const trimmed = password.trim()
  const second = isOfDjango(kept) && trimmed !== password ? trimmed : normalized(password)
  return fitsRecipe(second, recipe, asker)
}

async function fitsRecipe(
  password: string,
  recipe: Recipe,
  asker: Asker | undefined,
  onStart: () => void = () => {},
): Promise<boolean> {
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

/** Returns whether a hash is weaker than the current argon2id parameters, so that the next sign-in replaces it. */
export function isOutdated(kept: string): boolean {
  const recipe = readHash(kept)
  return (
    recipe?.kind !== 'argon2' ||
    recipe.variant !== 'argon2id' ||
    recipe.m < strength.memory ||
    recipe.t < strength.passes
  )
}

/** Hash for sign-ins with an unknown address, so that they take as long as those with a known one. */
export const decoyHash = `$argon2id$v=19$m=${strength.memory},t=${strength.passes},p=${strength.parallelism}$${b64(Buffer.alloc(16, 7))}$${b64(Buffer.alloc(32, 7))}`

type Budget = { ms: number }

/** Duration of a failed check, by the parameters of the hashes that it must cover. */
const budgets = new Map<string, { budget: Promise<Budget>; measuredAt: number }>()
const budgetLifetime = minutes(10)
/** Maximum duration in milliseconds of a failed check. Slower hashes can be distinguished by timing. */
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

/** Measures 1.5 times the duration of the slowest of these hashes and the current argon2id on this machine. */
async function measureBudget(hashes: readonly string[]): Promise<Budget> {
  let slowest = 0
  // All kinds of callers wait for the measurement, so it uses the queue that only staff can fill.
  for (const hash of [decoyHash, ...hashes])
    slowest = Math.max(slowest, (await timeCheck('', hash, 'staff')).ms)
  return { ms: Math.min(maxBudget, slowest * 1.5) }
}

/** @returns the result, its duration in milliseconds without the wait in the queue, and its end */
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
 * Checks the password of a sign-in. Failures take the same time for an unknown account, an inactive account and any
 * kind of hash. The remaining time is spent waiting, so a failure costs only one hash.
 * @param kept.accepts false: always fails
 * @param findSlowest returns the slowest hashes that are in use; called only after a failure
 */
export async function verifyEvenly(
  password: string,
  kept: { hash: string | null; accepts: boolean },
  findSlowest: () => Promise<readonly string[]>,
  asker: Asker,
): Promise<boolean> {
  const { fits, ms, end } = await timeCheck(password, kept.hash ?? decoyHash, asker)
  if (fits && kept.accepts && kept.hash !== null) return true
  const slowest = await findSlowest()
  const late = performance.now() - end
  const budget = await budgetFor(slowest)
  const tries = triesFor(password)
  // This check was slower than the measurement: raise the duration of all following failures.
  if (ms / tries > budget.ms) budget.ms = Math.min(maxBudget, (ms / tries) * 1.25)
  await setTimeout(Math.max(0, tries * budget.ms - ms - late))
  return false
}

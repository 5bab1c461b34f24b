import { sentenceOf } from '@portal/contract/dialect.ts'
import type { Fault } from '@portal/contract/error-codes.ts'
import { Refusal } from '../lib/errors/api-error.ts'

/** A command, option or argument that there isn't. */
export class UsageFault extends Error {
  override name = 'UsageFault'
}

const sentences: Partial<Record<Fault['code'], string>> = {
  email_taken: 'This e-mail address has an account already.',
  email_invalid: 'This is no valid e-mail address.',
}

/** A fault as a person at a terminal reads it: what is wrong, without where in the code. */
export function sayFault(fault: unknown): string {
  if (fault instanceof Refusal)
    return fault.faults.map((one) => sentences[one.code] ?? sentenceOf(one)).join('\n')
  if (!(fault instanceof Error)) return String(fault)
  const { code } = fault as NodeJS.ErrnoException
  // The driver tries every address of a name, and says nothing itself but the codes of each.
  const inner =
    fault instanceof AggregateError
      ? fault.errors.map((one: unknown) => (one instanceof Error ? one.message : String(one))).join('; ')
      : ''
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return `The database is not to be had: ${inner || fault.message}.`
  return inner || fault.message || fault.name
}

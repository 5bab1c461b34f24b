import type { Fault, RefusalCode } from '@portal/contract/error-codes.ts'

/** A 'no' with its reasons: what a service throws, and what the HTTP side answers in the wire's words. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly faults: readonly Fault[]

  constructor(faults: RefusalCode | readonly Fault[], params?: Fault['params']) {
    const list = typeof faults === 'string' ? [{ code: faults, ...(params && { params }) }] : faults
    super(list.map((fault) => fault.code).join(', '))
    this.faults = list
  }
}

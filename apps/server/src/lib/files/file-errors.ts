/** What is wrong with a file that an operator handed in: sentences for a person at a terminal, a line each. */
export class FileFault extends Error {
  override name = 'FileFault'
}

/** So many faults are told at once; a file with more is wrong in some one way. */
const most = 20

/**
 * Gathers the faults of a file, so that its owner needn't mend them one run at a time. A fault names its line where it
 * belongs to one.
 */
export class FileFaults {
  readonly #said: string[] = []
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  get any(): boolean {
    return this.#said.length > 0
  }

  /** @throws FileFault at the twentieth, since reading on would only repeat it */
  add(fault: string): void {
    this.#said.push(fault)
    if (this.#said.length >= most) this.#refuse(['… and perhaps more.'])
  }

  /** A fault of one field of a line. */
  addAt(line: number, field: string, fault: string): void {
    this.add(`line ${line}: ${field}: ${fault}`)
  }

  /** @throws FileFault with all that was gathered */
  throwIfAny(): void {
    if (this.any) this.#refuse([])
  }

  #refuse(more: string[]): never {
    throw new FileFault(
      [`${this.#file}: nothing was imported.`, ...this.#said.map((said) => `  ${said}`), ...more].join('\n'),
    )
  }
}

/** A value as a fault shows it: short, and without what would move a terminal's cursor. */
export function quote(text: string): string {
  const plain = text.replace(/\p{Cc}/gu, '�')
  return `'${plain.length > 60 ? `${plain.slice(0, 60)}…` : plain}'`
}

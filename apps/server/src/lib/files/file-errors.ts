/** What is wrong with a file that an operator handed in: sentences for a person at a terminal, a line each. */
export class FileError extends Error {
  override name = 'FileFault'
}

/** So many errors are told at once; a file with more is wrong in some one way. */
const most = 20

/**
 * Gathers the errors of a file, so that its owner needn't mend them one run at a time. A error names its line where it
 * belongs to one.
 */
export class FileErrors {
  readonly #said: string[] = []
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  get any(): boolean {
    return this.#said.length > 0
  }

  /** @throws FileError at the twentieth, since reading on would only repeat it */
  add(error: string): void {
    this.#said.push(error)
    if (this.#said.length >= most) this.#reject(['… and perhaps more.'])
  }

  /** A error of one field of a line. */
  addAt(line: number, field: string, error: string): void {
    this.add(`line ${line}: ${field}: ${error}`)
  }

  /** @throws FileError with all that was gathered */
  throwIfAny(): void {
    if (this.any) this.#reject([])
  }

  #reject(more: string[]): never {
    throw new FileError(
      [`${this.#file}: nothing was imported.`, ...this.#said.map((said) => `  ${said}`), ...more].join('\n'),
    )
  }
}

/** A value as a error shows it: short, and without what would move a terminal's cursor. */
export function quote(text: string): string {
  const plain = text.replace(/\p{Cc}/gu, '�')
  return `'${plain.length > 60 ? `${plain.slice(0, 60)}…` : plain}'`
}

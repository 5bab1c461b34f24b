/** Errors of an imported file; the message lists them, one per line, for the terminal. */
export class FileError extends Error {
  override name = 'FileError'
}

/** Maximum number of reported errors. More usually have one common cause. */
const maxErrors = 20

/**
 * Collects the errors of a file, so that one run reports all of them.
 */
export class FileErrors {
  readonly #errors: string[] = []
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  get any(): boolean {
    return this.#errors.length > 0
  }

  /** @throws FileError at the twentieth error */
  add(error: string): void {
    this.#errors.push(error)
    if (this.#errors.length >= maxErrors) this.#reject(['… and perhaps more.'])
  }

  /** Adds an error of one field of a line. */
  addAt(line: number, field: string, error: string): void {
    this.add(`line ${line}: ${field}: ${error}`)
  }

  /** @throws FileError with all collected errors */
  throwIfAny(): void {
    if (this.any) this.#reject([])
  }

  #reject(more: string[]): never {
    throw new FileError(
      [`${this.#file}: nothing was imported.`, ...this.#errors.map((error) => `  ${error}`), ...more].join(
        '\n',
      ),
    )
  }
}

/** Quotes a value for an error message: at most 60 characters, control characters replaced. */
export function quote(text: string): string {
  const plain = text.replace(/\p{Cc}/gu, '�')
  return `'${plain.length > 60 ? `${plain.slice(0, 60)}…` : plain}'`
}

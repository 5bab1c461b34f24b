/** Why a whole file cannot be read, for pages. */
export type FileProblem =
  | { code: 'file_columns'; params: { columns: string } }
  | { code: 'file_empty' }
  | { code: 'file_damaged'; params: { line: number } }
  | { code: 'file_rows' }

/** Errors of an imported file; the message lists them, one per line, for the terminal. */
export class FileError extends Error {
  override name = 'FileError'
  readonly problem: FileProblem | undefined

  constructor(message: string, problem?: FileProblem) {
    super(message)
    this.problem = problem
  }
}

/** What is wrong with a row, for pages; `field` is a column. The error beside it says the same for the terminal. */
export type RowProblem = { code: string; field?: string; value?: string }

/** Maximum number of errors of a strict import. More usually have one common cause. */
const maxErrors = 20
/** Maximum number of kept errors of another import: some megabytes. */
const maxKept = 100_000

/**
 * Collects the errors of a file, so that one run reports all of them.
 * @param strict whether an error rejects the whole file; otherwise only its row
 */
export class FileErrors {
  readonly #errors: { line: number; error: string; problem: RowProblem | undefined }[] = []
  readonly #lines = new Set<number>()
  readonly #file: string
  readonly #strict: boolean

  constructor(file: string, { strict = true }: { strict?: boolean } = {}) {
    this.#file = file
    this.#strict = strict
  }

  /** Whether the whole file is rejected. */
  get rejectsAll(): boolean {
    return this.#strict && this.#errors.length > 0
  }

  /** Number of rejected rows, and their errors by line. */
  get rejected(): { rows: number; errors: readonly string[] } {
    return { rows: this.#lines.size, errors: this.#listed() }
  }

  /** Problems by line, of imports that pages show. */
  get problems(): readonly (RowProblem & { line: number })[] {
    return this.#errors
      .toSorted((one, other) => one.line - other.line)
      .flatMap(({ line, problem }) => (problem ? [{ line, ...problem }] : []))
  }

  /** Adds an error of a line. @throws FileError at the twentieth error of a strict import */
  add(line: number, error: string, problem?: RowProblem): void {
    this.#lines.add(line)
    if (this.#errors.length < maxKept) this.#errors.push({ line, error, problem })
    if (this.#strict && this.#errors.length >= maxErrors) this.#reject(['… and perhaps more.'])
  }

  /** Adds an error of one field of a line. */
  addAt(line: number, field: string, error: string, problem?: Omit<RowProblem, 'field'>): void {
    const { code, value } = problem ?? {}
    this.add(
      line,
      `${field}: ${error}`,
      code === undefined
        ? undefined
        : { code, field, ...(value !== undefined && { value: shortened(value) }) },
    )
  }

  /** @throws FileError with all collected errors, of a strict import */
  throwIfStrict(): void {
    if (this.rejectsAll) this.rejectAll()
  }

  /** @throws FileError with the first errors, also of an import that is not strict. @param reason why no row is imported */
  rejectAll(reason?: string): never {
    const rest = this.#errors.length - maxErrors
    this.#reject([...(rest > 0 ? [`… and ${rest} more.`] : []), ...(reason === undefined ? [] : [reason])])
  }

  readonly #listed = () =>
    this.#errors
      .toSorted((one, other) => one.line - other.line)
      .map(({ line, error }) => `line ${line}: ${error}`)

  #reject(more: string[]): never {
    const errors = this.#listed()
      .slice(0, maxErrors)
      .map((error) => `  ${error}`)
    throw new FileError([`${this.#file}: nothing was imported.`, ...errors, ...more].join('\n'), {
      code: 'file_rows',
    })
  }
}

/** Characters of a value that pages quote. */
const maxQuoted = 60
const shortened = (value: string) => beginningOf(value.replace(/\p{Cc}/gu, '\ufffd'), maxQuoted)

/** The first characters of a value for JSON of the database, which has neither half a surrogate pair nor code 0. */
export const beginningOf = (value: string, max: number): string =>
  value.slice(0, max).toWellFormed().replaceAll('\0', '\ufffd')

/** Quotes a value for an error message: at most 60 characters, control characters replaced. */
export function quote(text: string): string {
  const plain = text.replace(/\p{Cc}/gu, '�')
  return `'${plain.length > 60 ? `${plain.slice(0, 60)}…` : plain}'`
}

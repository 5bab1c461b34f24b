/**
 * Checks docs/asvs.csv: one row for every requirement of levels 1 and 2 of OWASP ASVS 5.0.0, each with the place where it
 * holds and with tests that exist. A row without a test says why: its third cell begins with 'Not applicable:', 'Operator:'
 * (outside of the program) or 'Not met:'. No source switches off the validation of certificates (12.3.2).
 */
import { globSync, readFileSync } from 'node:fs'

const document = 'docs/asvs.csv'
/** Sections with the numbers of their requirements of levels 1 and 2. */
const requirements =
  '1.1:1,2 1.2:1,2,3,4,5,6,7,8,9 1.3:1,2,3,4,5,6,7,8,9,10,11 1.4:1,2,3 1.5:1,2 2.1:1,2,3 2.2:1,2,3 2.3:1,2,3,4 2.4:1 3.2:1,2 3.3:1,2,3,4 3.4:1,2,3,4,5,6 3.5:1,2,3,4,5 3.7:1,2 4.1:1,2,3 4.2:1 4.3:1,2 4.4:1,2,3,4 5.1:1 5.2:1,2,3 5.3:1,2 5.4:1,2,3 6.1:1,2,3 6.2:1,2,3,4,5,6,7,8,9,10,11,12 6.3:1,2,3,4 6.4:1,2,3,4 6.5:1,2,3,4,5 6.6:1,2,3 6.8:1,2,3,4 7.1:1,2,3 7.2:1,2,3,4 7.3:1,2 7.4:1,2,3,4,5 7.5:1,2 7.6:1,2 8.1:1,2 8.2:1,2,3 8.3:1 8.4:1 9.1:1,2,3 9.2:1,2,3,4 10.1:1,2 10.2:1,2 10.3:1,2,3,4 10.4:1,2,3,4,5,6,7,8,9,10,11 10.5:1,2,3,4,5 10.6:1,2 10.7:1,2,3 11.1:1,2 11.2:1,2,3 11.3:1,2,3 11.4:1,2,3,4 11.5:1 11.6:1 12.1:1,2,3 12.2:1,2 12.3:1,2,3,4 13.1:1 13.2:1,2,3,4,5 13.3:1,2 13.4:1,2,3,4,5 14.1:1,2 14.2:1,2,3,4 14.3:1,2,3 15.1:1,2,3 15.2:1,2,3 15.3:1,2,3,4,5,6,7 16.1:1 16.2:1,2,3,4,5 16.3:1,2,3,4 16.4:1,2,3 16.5:1,2,3 17.1:1 17.2:1,2,3,4 17.3:1,2'
const ids = requirements.split(' ').flatMap((section) => {
  const [name = '', numbers = ''] = section.split(':')
  return numbers.split(',').map((number) => `${name}.${number}`)
})

const files = globSync([
  '{apps,packages}/*/{src,test}/**/*.test.{ts,tsx}',
  'e2e/journeys/**/*.spec.ts',
  'scripts/checks/*.{ts,mjs}',
]).map((file) => file.replaceAll('\\', '/'))
const withoutTest = /^(Not applicable|Operator|Not met): \S/

/** A test: the end of a file's path, and for tests a part of a title, as `sessions/login.test.ts` "signs in". */
const reference = /`([^`]+)`(?: "([^"]+)")?/g

function errorOf(file: string, title: string | undefined): string | undefined {
  const [found, ...others] = files.filter((path) => path === file || path.endsWith(`/${file}`))
  if (!found) return `'${file}' does not exist.`
  if (others.length > 0) return `'${file}' could be ${found} or ${others[0]}.`
  if (title === undefined)
    return found.startsWith('scripts/') ? undefined : `'${file}' needs the title of a test.`
  return readFileSync(found, 'utf8').includes(title) ? undefined : `'${file}' has no test "${title}".`
}

/** Splits a line at its commas; a cell in quotes may contain commas and doubled quotes. */
const cellsOf = (line: string) =>
  Array.from(line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, quoted, plain = '']) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"'),
  )

const rows = readFileSync(document, 'utf8').trim().split('\n').slice(1).map(cellsOf)
const errors: string[] = []
for (const [id = '', requirement = '', place = '', test = ''] of rows) {
  const report = (error: string) => errors.push(`${document}: ${id}: ${error}`)
  if (!ids.includes(id)) report('is not a requirement of levels 1 and 2.')
  if (!requirement || !place || !test) report('has an empty cell.')
  const references = [...test.matchAll(reference)]
  if (references.length === 0 && !withoutTest.test(place)) report('names no test.')
  for (const [, file = '', title] of references) {
    const error = errorOf(file, title)
    if (error) report(error)
  }
}
for (const id of ids) {
  const { length } = rows.filter(([given]) => given === id)
  if (length !== 1) errors.push(`${document}: ${id} has ${length} rows instead of one.`)
}
const switchesOff = /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED/
for (const file of globSync('{apps,packages,deploy,scripts,examples}/**/*.{ts,tsx,mjs,service,yaml}', {
  exclude: [
    '**/node_modules/**',
    '**/dist/**',
    'scripts/checks/security.ts',
    // Reads until when a certificate is valid, also of an invalid one, and sends nothing.
    'apps/server/src/features/system/certificate.ts',
  ],
}))
  if (switchesOff.test(readFileSync(file, 'utf8'))) errors.push(`${file}: validates no certificates.`)
if (errors.length > 0) {
  console.error(errors.join('\n'))
  process.exit(1)
}

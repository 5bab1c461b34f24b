/**
 * Checks that every requirement of docs/requirements.json (section, tag, sentences) has a test, and that every tag in the tests is
 * listed there. A test has tags at the end of its title: `test('keeps the query string [§2 query string] [§4 login]', …)`.
 * `npm run requirements` prints the tests of each requirement.
 */
import { globSync, readFileSync } from 'node:fs'

const list = 'docs/requirements.json'
const testFiles = ['{apps,packages}/*/{src,test}/**/*.test.{ts,tsx}', 'e2e/journeys/**/*.spec.ts']

/** A string literal that ends with tags. A tag begins with § or a letter. */
const tagged = /(['"`])((?:\\.|(?!\1)[^\\\n])*?)((?: \[[§\p{L}][^\][\n'"`]*\])+)\1/gu

const sections = Object.entries(
  JSON.parse(readFileSync(list, 'utf8')) as Record<string, Record<string, string[]>>,
)
/** Titles by tag and file. */
const tests = new Map<string, Map<string, string[]>>()
for (const [, requirements] of sections)
  for (const tag of Object.keys(requirements)) tests.set(tag, new Map())

const errors: string[] = []
for (const file of globSync(testFiles).toSorted())
  for (const [, , title = '', tags = ''] of readFileSync(file, 'utf8').matchAll(tagged))
    for (const tag of tags.slice(2, -1).split('] [')) {
      const files = tests.get(tag)
      if (!files) errors.push(`${file}: the tag [${tag}] is not in ${list}. Add it there or correct it.`)
      files?.set(file, [...(files.get(file) ?? []), title.replaceAll(/\\(.)/g, '$1')])
    }

for (const [tag, files] of tests)
  if (files.size === 0) errors.push(`${list}: [${tag}] has no test. Add the tag to the title of one.`)
if (process.argv.includes('--print'))
  for (const [tag, files] of tests) {
    console.log(tag)
    for (const [file, titles] of files) for (const title of titles) console.log(`  ${file}: ${title}`)
  }
for (const error of errors) console.error(error)
process.exitCode = errors.length > 0 ? 1 : 0

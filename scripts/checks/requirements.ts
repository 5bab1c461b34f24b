/**
 * Checks that every requirement of docs/requirements.json (section, tag, sentences) has a test, that every tag in the
 * tests is listed there, and that docs/requirements.md is up to date. A test has tags at the end of its title:
 * `test('keeps the query string [§2 query string] [§4 login]', …)`. With `--write`, writes docs/requirements.md.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'

const list = 'docs/requirements.json'
const document = 'docs/requirements.md'
const testFiles = ['{apps,packages}/*/{src,test}/**/*.test.{ts,tsx}', 'e2e/journeys/**/*.spec.ts']

/** A string literal that ends with tags. A tag begins with § or a letter. */
const tagged = /(['"`])((?:\\.|(?!\1)[^\\\n])*?)((?: \[[§\p{L}][^\][\n'"`]*\])+)\1/gu

const introduction = `# Requirements and their tests

\`npm run requirements\` generates this document from [requirements.json](requirements.json) and the tags in the tests'
titles. It lists every requirement of [portal.md](portal.md) §2 to §6, §8 and §9, and the further ones of the other
documents: its tag, its sentences, then the files and titles of the tests that verify it.

\`*.spec.ts\` run in a browser on the real server. Each message of §8 results from a real answer of the server, except
those that only a proxy between it and the browser causes. [date-picker.md](date-picker.md) lists every behaviour of
the date picker. \`npm run check\` fails if a requirement has no test.
`

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

function describeRequirement(tag: string, sentences: readonly string[]): string {
  const titles = Array.from(
    tests.get(tag) ?? [],
    ([file, names]) => `\`${file}\` ${names.map((name) => `"${name}"`).join(', ')}`,
  )
  if (titles.length === 0) errors.push(`${list}: [${tag}] has no test. Add the tag to the title of one.`)
  return [`- **${tag}**`, ...[...sentences, ...titles].map((line) => `  - ${line}`), ''].join('\n')
}

const generated = [
  introduction,
  ...sections.map(
    ([section, requirements]) =>
      `## ${section}\n\n${Object.entries(requirements)
        .map(([tag, sentences]) => describeRequirement(tag, sentences))
        .join('')}`,
  ),
].join('\n')

if (process.argv.includes('--write')) writeFileSync(document, generated)
else if (readFileSync(document, 'utf8') !== generated)
  errors.push(`${document} is out of date. Run: npm run requirements`)
for (const error of errors) console.error(error)
process.exitCode = errors.length > 0 ? 1 : 0

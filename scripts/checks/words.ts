/** Rejects words in source files and documents that read as translated. Ignores the specification's copies in docs/. */
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** Words as regular expressions, with a suggestion. */
const rules: readonly (readonly [words: string, use: string])[] = [
  ['who(m|so)?ever|somebody|someone(?!@)', 'the user, caller or account'],
  // `nobody` is also a system user.
  ['(?<!user )nobody(?![\'"`@](?!s\\b))', 'the user, caller or account with a negation; or the passive'],
  ["shall|won['’]t do|will do", 'must; or the present tense'],
  ["one['’]s own|oneself", "the user's"],
  ['so (many|much)|once and for all|in a ring', 'the number; once; deadlock'],
  ['(?<!there )is no(?! longer| more| less)', 'is not a'],
  ['(is|are|was|were) told|tells (of|nothing)|says? no', 'receives, reports, returns, rejects'],
  ['stands? (for|in|on|at|behind|beside|there|twice|under)|stood', 'is, means, occurs'],
  ['(is|are) let (in|through)|comes? by|leads? on|is away', 'is accepted, continues, is unavailable'],
  ['judge[sd]?|judgements?|verdicts?', 'decide, decision'],
  ['refusals?|refuses?(?! connections)|(is|are|was|were) refused', 'error, rejects, is rejected'],
  // ASVS 5.0, 12.3.2
  ['rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED', 'the validation of certificates that Node does'],
  ['thief|thieves|fortune|lest|whence|to be had', 'a literal term'],
]
const patterns = rules.map(([words, use]) => ({ pattern: new RegExp(`\\b(?:${words})(?!\\w)`, 'gi'), use }))
const ignored = /^(docs\/(portal|wire|date-picker)\.md|scripts\/checks\/words\.ts)$/

const generated = new Set(['node_modules', 'dist', 'data', 'test-results'])
const files = globSync('**/*.{ts,tsx,sql,css,md}', { exclude: (path) => generated.has(basename(path)) })
for (const file of files.filter((path) => !ignored.test(path)))
  for (const [at, line] of readFileSync(file, 'utf8').split('\n').entries())
    for (const { pattern, use } of patterns)
      for (const [found] of line.matchAll(pattern)) {
        console.error(`${file}:${at + 1}: '${found}'. Use: ${use}.`)
        process.exitCode = 1
      }

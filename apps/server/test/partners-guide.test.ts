import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const guide = readFileSync(resolve(root, 'docs/partners.md'), 'utf8')

/** The blocks of code, each with the file that the line before it names, if it names one. */
const blocks = [
  ...guide.matchAll(/(?:^From \[[^\]]+\]\(\.\.\/([^)]+)\):\n\n)?```(\w*)\n([\s\S]*?)```/gm),
].map(([, file, kind, text = '']) => ({ file, kind, lines: text.trimEnd().split('\n') }))
const taken = blocks.flatMap(({ file, kind, lines }) =>
  kind === 'ts' ? [{ file: file ?? '', lines, first: lines[0] }] : [],
)

const indent = (lines: readonly string[], by: number) =>
  lines.map((line) => (line ? ' '.repeat(by) + line : line)).join('\n')

/**
 * What the guide shows of the example is the example's own code, which the journeys of e2e/journeys/partner-site.spec.ts
 * run against a real portal. Its calls and answers are carried out by features/partner-points/partners-guide.test.ts.
 */
describe('docs/partners.md', () => {
  it('shows code of these kinds alone: what is shown is run', () => {
    expect(new Set(blocks.map(({ kind }) => kind))).toEqual(new Set(['ts', 'http', 'json', 'js']))
    expect(taken.length).toBeGreaterThanOrEqual(5)
  })

  it.each(taken)('shows $file as it is: $first', ({ file, lines }) => {
    expect(file).toMatch(/^examples\/partner-site\/src\/[\w-]+\.ts$/)
    const source = readFileSync(resolve(root, file), 'utf8')
    const isThere = [0, 2, 4].some((by) => `\n${source}`.includes(`\n${indent(lines, by)}\n`))
    expect(isThere, `${file} has not these lines:\n${lines.join('\n')}`).toBe(true)
  })
})

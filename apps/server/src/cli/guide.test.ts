import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { portal } from '#test/command.ts'
import { variables } from '#server/lib/config/environment.ts'

const folder = resolve(import.meta.dirname, '../../../../docs/guide')
const pages = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

/** Returns the exit code: 2 for a usage error; 1 for a right command, because no database is set. */
async function exitOf(command: string): Promise<number | null> {
  const args = command.replaceAll('EMAIL', 'maria@example.gr').replace(/ > .*/, '').split(' ')
  return (await portal(args, {})).exit
}

describe('docs/guide', () => {
  it.each(pages)('$name names commands that exist [privacy guide]', async ({ text }) => {
    const named = [...text.matchAll(/npm run portal -- ([^`\n]+)/g)].map(([, command = '']) => command)
    for (const command of named) expect([command, await exitOf(command)]).not.toEqual([command, 2])
  })

  it('finds commands, and notices one that does not exist [privacy guide]', async () => {
    expect(pages.filter(({ text }) => text.includes('npm run portal -- ')).length).toBeGreaterThan(2)
    expect(await exitOf('participant freeze EMAIL')).toBe(2)
    expect(await exitOf('participant lock EMAIL --reason angry')).toBe(2)
  })

  it.each(pages)('$name links to files and headings that exist [privacy guide]', ({ text }) => {
    for (const [, path = '', heading] of text.matchAll(/\]\(([\w./-]+)(?:#([\w-]+))?\)/g)) {
      const file = join(folder, path)
      expect([path, existsSync(file)]).toEqual([path, true])
      const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
        title.toLowerCase().replaceAll(' ', '-'),
      )
      expect(['', ...headings]).toContain(heading ?? '')
    }
  })

  it('gives the default periods [privacy guide]', () => {
    const { text } = pages.find(({ name }) => name === 'arxeio-drastiriotiton.md') ?? { text: '' }
    const rows = text.split('\n').filter((line) => /`[A-Z_]+` *[|,]/.test(line))
    for (const name of Object.keys(variables).filter((one) => one.startsWith('RETENTION_')))
      expect([name, text.includes(`\`${name}\``)]).toEqual([name, true])
    for (const row of rows)
      for (const [, name = ''] of row.matchAll(/`([A-Z_]+)`/g)) {
        const days = variables[name as 'WAITING_MAX_AGE'].parse(undefined) / 86_400_000
        const period = new RegExp(`(^|\\D)(${days} ημέρες|${days / 365} έτη)`)
        expect([name, period.test(row)]).toEqual([name, true])
      }
  })
})

import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from './files.ts'
import { provideProgram } from '../../../scripts/debian-packages.ts'

const root = resolve(import.meta.dirname, '../../..')
const slow = { tags: ['slow'] }

it(
  'portal-backup.service and its timer are valid and hardened, and name a file by the time [operations backup]',
  slow,
  () => {
    const folder = temporaryFolder()
    const [service = '', timer = ''] = ['portal-backup.service', 'portal-backup.timer'].map((name) => {
      const text = readFileSync(join(root, 'deploy', name), 'utf8')
      writeFileSync(join(folder, name), text.replaceAll('/opt/portal', root))
      return join(folder, name)
    })
    const analyze = provideProgram('systemd-analyze', 'systemd')
    const verify = ['verify', '--man=no', service, timer]
    expect(execFileSync(analyze, verify, { encoding: 'utf8', stdio: 'pipe' })).toBe('')
    // Tenths: 20 is 'OK', 50 'MEDIUM'.
    execFileSync(analyze, ['security', '--offline=yes', '--threshold=20', service], { stdio: 'pipe' })

    // As systemd reads it: %% is a percent sign, $$ a dollar sign.
    const [, script = ''] = /^ExecStart=\/bin\/sh -c '(.*)'$/m.exec(readFileSync(service, 'utf8')) ?? []
    const command = script
      .replaceAll('%%', '%')
      .replaceAll('$$', '$')
      .replace(/ \/var\S+portal\//, ' ')
    const help = (text: string) =>
      execFileSync('/bin/sh', ['-c', text], { cwd: root, encoding: 'utf8', stdio: 'pipe' })
    expect(help(command.replace('exec ', 'echo '))).toMatch(/ backup \d{4}-\d\d-\d\dT\d{4}\n$/)
    expect(help(`${command} --help`)).toContain('backup FILE')
  },
)

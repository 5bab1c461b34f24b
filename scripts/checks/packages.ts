/**
 * Checks the packages that the portal runs with: `npm run sbom` lists them, and the registry knows no vulnerability of
 * high or critical severity. If the registry does not answer (offline, a mirror without advisories), only the list is
 * checked.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

type Sbom = { components: { name: string; version: string }[] }
const { components } = JSON.parse(
  execFileSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8', maxBuffer: 2 ** 26 }),
) as Sbom
const listed = new Map(components.map(({ name, version }) => [name, version]))
const errors: string[] = []
for (const file of ['apps/server', 'apps/web', 'packages/contract'].map(
  (folder) => `${folder}/package.json`,
)) {
  const { dependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
    dependencies?: Record<string, string>
  }
  for (const [name, version] of Object.entries(dependencies))
    if (!name.startsWith('@portal/') && listed.get(name) !== version)
      errors.push(`The SBOM does not list ${name} ${version} of ${file}.`)
}

type Audit = {
  error?: unknown
  vulnerabilities?: Record<string, { severity: string; range: string; fixAvailable: unknown }>
}
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', timeout: 60_000 })
const audit = JSON.parse(stdout || '{"error":"no answer"}') as Audit
if (audit.error || !audit.vulnerabilities)
  console.log('The registry gave no advisories; vulnerabilities were not checked.')
for (const [name, { severity, range }] of Object.entries(audit.vulnerabilities ?? {}))
  if (severity === 'high' || severity === 'critical')
    errors.push(`${name} ${range} has a vulnerability of ${severity} severity. Run npm audit.`)

if (errors.length > 0) {
  console.error(errors.join('\n'))
  process.exit(1)
}

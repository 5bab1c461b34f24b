/** Settings from the environment. The code contains no secrets. */
export type Settings = {
  /** The portal's URL without trailing slash. */
  portalUrl: string
  clientId: string
  clientSecret: string
  port: number
  /** Public URL of this site without trailing slash. */
  siteUrl: string
  /** File of the entries sent (entries.ts). */
  journal: string
}

/** @throws Error that lists every missing or invalid variable */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const errors: string[] = []
  const given = (name: string) => {
    const text = env[name]?.trim()
    if (!text) errors.push(`${name} is missing.`)
    return text ?? ''
  }
  const port = Number(given('PORT'))
  const settings = {
    portalUrl: given('PORTAL_URL').replace(/\/+$/, ''),
    clientId: given('CLIENT_ID'),
    clientSecret: given('CLIENT_SECRET'),
    port,
    siteUrl: (env['SITE_URL']?.trim() || `http://localhost:${port}`).replace(/\/+$/, ''),
    journal: env['JOURNAL']?.trim() || 'journal.jsonl',
  }
  if (env['PORT'] && !(Number.isInteger(port) && port > 0 && port <= 65_535))
    errors.push('PORT must be a number from 1 to 65535.')
  for (const [name, url] of [
    ['PORTAL_URL', settings.portalUrl],
    ['SITE_URL', settings.siteUrl],
  ] as const)
    if (url && !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
      errors.push(`${name} must be an http or https URL.`)
  if (errors.length > 0) throw new Error(errors.join('\n'))
  return settings
}

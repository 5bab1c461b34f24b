/** What the environment says. Nothing secret stands in the code. */
export type Settings = {
  /** The portal, without a slash at the end. */
  portalUrl: string
  clientId: string
  clientSecret: string
  port: number
  /** This site as browsers reach it, without a slash at the end. */
  siteUrl: string
  /** Where the site keeps what it has sent (entries.ts). */
  journal: string
}

/** @throws Error that names every variable that is missing or wrong */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const faults: string[] = []
  const given = (name: string) => {
    const text = env[name]?.trim()
    if (!text) faults.push(`${name} is missing.`)
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
  if (env['PORT'] && !(Number.isInteger(port) && port > 0 && port <= 65_535)) faults.push('PORT is no port.')
  for (const [name, url] of [
    ['PORTAL_URL', settings.portalUrl],
    ['SITE_URL', settings.siteUrl],
  ] as const)
    if (url && !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
      faults.push(`${name} is no http or https address.`)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return settings
}

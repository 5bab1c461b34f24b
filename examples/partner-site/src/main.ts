import { openSite } from './site.ts'
import { readSettings } from './settings.ts'

try {
  const settings = readSettings(process.env)
  const server = openSite(settings)
  server.on('error', (fault: NodeJS.ErrnoException) => {
    console.error(fault.code === 'EADDRINUSE' ? `Port ${settings.port} is taken.` : String(fault))
    process.exit(1)
  })
  // On one's own machine the site is nobody else's business.
  const { hostname } = new URL(settings.siteUrl)
  const host = ['localhost', '127.0.0.1'].includes(hostname) ? hostname : undefined
  server.listen(settings.port, host, () => console.log(`The partner's site is at ${settings.siteUrl}`))
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      server.close()
      server.closeAllConnections()
    })
} catch (fault) {
  console.error((fault as Error).message)
  process.exitCode = 1
}

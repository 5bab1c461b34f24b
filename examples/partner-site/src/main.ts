import { openSite } from './site.ts'
import { readSettings } from './settings.ts'

try {
  const settings = readSettings(process.env)
  const server = openSite(settings)
  server.on('error', (error: NodeJS.ErrnoException) => {
    console.error(error.code === 'EADDRINUSE' ? `Port ${settings.port} is already in use.` : String(error))
    process.exit(1)
  })
  // Local development: listen on the loopback interface only.
  const { hostname } = new URL(settings.siteUrl)
  const host = ['localhost', '127.0.0.1'].includes(hostname) ? hostname : undefined
  server.listen(settings.port, host, () => console.log(`The partner's site is at ${settings.siteUrl}`))
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      server.close()
      server.closeAllConnections()
    })
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

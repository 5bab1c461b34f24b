/** Example pages of the web app, which are not part of the portal, for the journeys of a component. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test as base } from '@playwright/test'

const root = fileURLToPath(new URL('..', import.meta.url))

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** As strict as the portal's policy, to detect components that it would break. */
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'"

/** Builds the examples into a temporary folder, in about two seconds, and serves them. */
async function openExamples(): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-examples-'))
  const build = ['build', '--config', 'apps/web/examples/vite.config.ts', '--outDir', folder]
  await promisify(execFile)(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), ...build], {
    cwd: root,
  })
  const server = createServer(({ url = '/' }, reply) => {
    const { pathname } = new URL(url, 'http://localhost')
    const type = types[extname(pathname)]
    void readFile(join(folder, pathname)).then(
      (content) =>
        reply
          .writeHead(200, {
            'content-type': type ?? 'application/octet-stream',
            'content-security-policy': policy,
          })
          .end(content),
      () => reply.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/examples`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** `examples` is their address; no portal is started. */
export const test = base.extend<object, { examples: string }>({
  examples: [
    // Playwright detects required fixtures from this destructuring pattern.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const { url, close } = await openExamples()
      await use(url)
      await close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

export { expect } from '@playwright/test'

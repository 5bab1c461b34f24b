import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Playwright's set-up: the server serves the built web app, so it is built of the sources as they are. */
export default function buildWeb(): void {
  execFileSync(process.execPath, [fileURLToPath(new URL('../scripts/build-web.mjs', import.meta.url))], {
    stdio: 'inherit',
  })
}

/**
 * Service worker of the desk: starts the page without network. Its scope is /desk; the browser asks it for no other page, and
 * calls of the API pass by it.
 */

/** What TypeScript's library for pages lacks of that for workers. */
type Ends = Event & { waitUntil: (work: Promise<unknown>) => void }
type Fetches = Ends & { request: Request; respondWith: (answer: Promise<Response>) => void }
/** What the build writes into the worker (vite/desk-worker.ts): the version changes with any file. */
export type DeskFiles = { version: string; files: string[] }
declare const DESK_FILES: DeskFiles

const page = '/desk'
const { version, files } = DESK_FILES
const cacheName = `desk-${version}`

async function keep() {
  const cache = await caches.open(cacheName)
  // Not from the browser's cache, which may have the document of the earlier version.
  await cache.addAll([page, '/favicon.svg', ...files].map((path) => new Request(path, { cache: 'no-cache' })))
  await (self as unknown as { skipWaiting: () => Promise<void> }).skipWaiting()
}

/** Keeps the version before this one: an open page may still load a part of it. */
async function removeOld() {
  const others = (await caches.keys()).filter((other) => other.startsWith('desk-') && other !== cacheName)
  await Promise.all(others.slice(0, -1).map((other) => caches.delete(other)))
}

async function fromCache(request: Request): Promise<Response> {
  const isPage = request.mode === 'navigate'
  // The fragment, which is not part of a request, may have a code; a query changes nothing.
  const known = await (await caches.open(cacheName)).match(isPage ? page : request)
  return known ?? (await caches.match(request)) ?? fetch(request)
}

self.addEventListener('install', (event) => (event as Ends).waitUntil(keep()))
self.addEventListener('activate', (event) => (event as Ends).waitUntil(removeOld()))
self.addEventListener('fetch', (event) => {
  const { request, respondWith } = event as Fetches
  const { origin, pathname } = new URL(request.url)
  const isKept = pathname === '/favicon.svg' || pathname.startsWith('/assets/')
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' ? pathname.replace(/\/$/, '') === page : isKept)
    respondWith.call(event, fromCache(request))
})

const hourMs = 60 * 60 * 1000

let outdated = false

/** Whether a newer version of the page is ready: it is shown when the page is loaded again. */
export const isOutdated = (): boolean => outdated

/** Keeps the page on the device, so that it starts without network, and the newest version of it. */
export async function keepPage(): Promise<void> {
  // Undefined without https, despite its type.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (!workers) return
  if (workers.controller) workers.addEventListener('controllerchange', () => (outdated = true))
  const kept = await workers.register('/desk-worker.js', { scope: '/desk' })
  // Tills are not closed for weeks.
  setInterval(() => void kept.update().catch(() => undefined), hourMs)
}

import cluster from 'node:cluster'

/** Environment of a worker process that prints no start-up lines, because an earlier one did. */
export const quietWorker = { PORTAL_WORKER_QUIET: 'yes' }

/** Returns whether this process prints no start-up lines. */
export const isQuiet = (env: Record<string, string | undefined>): boolean =>
  env['PORTAL_WORKER_QUIET'] !== undefined

const serving = 'serving'

/** In a worker process: reports to its primary process that it accepts calls. */
export function reportServing(): void {
  if (cluster.isWorker) process.send?.(serving)
}

/** In the primary process: whether a worker's message is that of `reportServing`. */
export const isServing = (message: unknown): boolean => message === serving

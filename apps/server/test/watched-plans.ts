import pg from 'pg'
import { databaseOn, postgresTypes } from '#server/db/database.ts'

/** An executed statement: its text, and the buffers (8 kB pages) read by it and by functions in it. */
export type WatchedStatement = { text: string; buffers: number }

const settings = {
  session_preload_libraries: 'auto_explain',
  client_min_messages: 'log',
  // Sends plans only to the client: the server's log would grow by megabytes.
  log_min_messages: 'fatal',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  jit: 'off',
}

/**
 * Opens a database connection that collects executed plans (auto_explain), including those in functions and triggers.
 * @param url a superuser's URL: other users must not load auto_explain
 */
export function watchPlans(url: string) {
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const pool = new pg.Pool({
    connectionString: url,
    options: options.join(' '),
    max: 1,
    types: postgresTypes,
  })
  let statements: WatchedStatement[] = []
  pool.on('connect', (client) =>
    client.on('notice', ({ message = '' }) => {
      const start = message.indexOf('plan:\n{')
      if (start < 0) return
      const report = JSON.parse(message.slice(start + 'plan:\n'.length)) as {
        'Query Text': string
        Plan: Record<string, number>
      }
      const buffers = (report.Plan['Shared Hit Blocks'] ?? 0) + (report.Plan['Shared Read Blocks'] ?? 0)
      statements.push({ text: report['Query Text'].replace(/\s+/g, ' ').trim(), buffers })
    }),
  )
  const db = databaseOn(pool)
  return {
    db,
    /** Returns the statements since the last call. */
    take: () => {
      const taken = statements
      statements = []
      return taken
    },
    close: () => db.destroy(),
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { grantPrivileges } from '#server/db/privileges.ts'
import { migrateJobs } from '#server/lib/jobs/jobs.ts'
import { bundleServer } from '../../../scripts/server-bundle.ts'

/**
 * Once per run, bundles the server for processes that tests start, and creates the empty migrated database that every test
 * app copies: a folder for the embedded database, a template database on PostgreSQL.
 * @returns deletes it
 */
export default async function prepare(project: {
  config: { env: Record<string, string> }
  vitest: { config: { shard?: { index: number } } }
}): Promise<() => Promise<void>> {
  const kind = project.config.env.TEST_DATABASE ?? ''
  // The parts of `npm test` run at the same time.
  process.env.TEST_PART = String(project.vitest.config.shard?.index ?? 'all')
  await bundleServer(`${kind}-${process.env.TEST_PART}`)
  return kind === 'postgres' ? prepareTemplateDatabase() : prepareTemplateFolder()
}

async function prepareTemplateFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'portal-template-'))
  await install({ folder: join(folder, 'database') })
  process.env.TEST_TEMPLATE_FOLDER = folder
  return async () => rmSync(folder, { recursive: true, force: true })
}

export const templateDatabase = 'portal_test_template'
const applicationRole = 'portal_test_application'

/** Returns the URL of a database for the application's role. */
export function asApplication(url: string): string {
  const address = new URL(url)
  address.username = applicationRole
  address.password = applicationRole
  return address.href
}

async function prepareTemplateDatabase() {
  const server = process.env.TEST_POSTGRES_URL
  if (!server) throw new Error('TEST_POSTGRES_URL: missing. Tests on PostgreSQL need the URL of a superuser.')
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`drop database if exists ${templateDatabase}`)
  await client.query(`create database ${templateDatabase}`)
  const url = new URL(server)
  url.pathname = `/${templateDatabase}`
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [applicationRole])
  if (!rowCount) await client.query(`create role ${applicationRole} login password '${applicationRole}'`)
  await install({ url: url.href })
  return async () => {
    await client.query(`drop database if exists ${templateDatabase}`)
    await client.end()
  }
}

async function install(database: Parameters<typeof openDatabase>[0]['database']) {
  const open = await openDatabase({ database })
  await migrate(open.db)
  await migrateJobs(open)
  if (database.url) {
    const application = await openDatabase({ database: { ...database, url: asApplication(database.url) } })
    await grantPrivileges(open.db, application.db)
    await application.close()
  }
  await open.close()
}

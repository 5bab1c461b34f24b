import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectionOf, findTool } from './postgres-tools.ts'

/** A folder with a pg_dump that prints a version, as those of PostgreSQL do. */
function folderOf(version: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'portal-tools-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'pg_dump'), `#!/bin/sh\necho 'pg_dump (PostgreSQL) ${version}'\n`, {
    mode: 0o755,
  })
  return folder
}

it('takes the pg_dump of the server or the next newer one, and names the package if there is none [operations backup]', async () => {
  const folders = ['18.1', '15.13 (Debian 15.13-0+deb12u1)', '17beta1'].map(folderOf)
  expect(await findTool('pg_dump', 15, folders)).toMatchObject({ major: 15 })
  expect(await findTool('pg_dump', 16, folders)).toMatchObject({ major: 17 })
  await expect(findTool('pg_dump', 19, folders)).rejects.toThrow(
    'pg_dump is of version 18, older than 19: install postgresql-client-19, or put its folder into PATH.',
  )
  await expect(findTool('pg_restore', 15, folders)).rejects.toThrow('pg_restore was not found')
})

describe('connectionOf', () => {
  const settingsOf = (query: string, major = 17, environment: NodeJS.ProcessEnv = {}) => {
    const tool = { path: 'pg_dump', major }
    const { dbname, env } = connectionOf(
      `postgres://me:secret@db.example.gr/portal${query}`,
      tool,
      environment,
    )
    expect(dbname).not.toContain('secret')
    expect(env['PGPASSWORD']).toBe('secret')
    return { ...Object.fromEntries(new URL(dbname).searchParams), ...env }
  }

  it.each(['prefer', 'require', 'verify-ca', 'verify-full'])(
    'checks the certificate with sslmode=%s, as the server does [operations backup]',
    (mode) => {
      expect(settingsOf(`?sslmode=${mode}`)).toMatchObject({ sslmode: 'verify-full', sslrootcert: 'system' })
    },
  )

  it('keeps what means the same to libpq, and passes the certificates on [operations backup]', () => {
    expect(settingsOf('')).not.toHaveProperty('sslmode')
    expect(settingsOf('?ssl=true')).toMatchObject({ sslmode: 'verify-full' })
    expect(settingsOf('?sslmode=disable')).toMatchObject({ sslmode: 'disable' })
    expect(settingsOf('?sslmode=no-verify')).toMatchObject({ sslmode: 'require' })
    expect(settingsOf('?sslmode=require&uselibpqcompat=true')).toMatchObject({ sslmode: 'require' })
    expect(settingsOf('?sslrootcert=/ca.pem')).toMatchObject({
      sslmode: 'verify-full',
      sslrootcert: '/ca.pem',
    })
    const environment = { NODE_EXTRA_CA_CERTS: '/extra.pem' }
    expect(settingsOf('?sslmode=require', 15, environment)).toMatchObject({ sslrootcert: '/extra.pem' })
    expect(settingsOf('?sslmode=require', 16, environment)).toMatchObject({
      sslrootcert: 'system',
      SSL_CERT_FILE: '/extra.pem',
    })
  })
})

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FastifyReply } from 'fastify'
import type { Routes } from '#server/http/handle.ts'
import { pageStyle } from '#server/lib/html/html.ts'
import { findMail, listMails } from './mailbox.ts'
import { mailPage, mailsPage, noMailPage } from './mail-pages.ts'
import { isDemonstration } from './service.ts'

const css = pageStyle + readFileSync(resolve(import.meta.dirname, 'mail-pages.css'), 'utf8')

const sendPage = (reply: FastifyReply, html: string) =>
  reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-store').send(html)

/** As many as somebody who tries the portal looks through. */
const newest = 50

/**
 * Shows the mails that were kept as files, so that whoever tries the portal can click the activation link. app.ts mounts
 * it in the demonstration alone, and a database that isn't the demonstration's own shows none: whoever reads these mails
 * can take the accounts that they belong to.
 */
export const demoMailRoutes: Routes = (scope, { db, config }) => {
  const { mail, brand } = config
  if (mail.kind !== 'outbox') return

  scope.addHook('onRequest', async (_request, reply) =>
    (await isDemonstration(db)) ? undefined : reply.callNotFound(),
  )
  scope.get('/outbox/', async (_request, reply) =>
    sendPage(reply, mailsPage(brand, await listMails(mail.folder, newest))),
  )
  scope.get('/outbox/style.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('Cache-Control', 'no-cache').send(css),
  )
  scope.get<{ Params: { name: string } }>('/outbox/:name', async (request, reply) => {
    const found = await findMail(mail.folder, request.params.name)
    return found ? sendPage(reply, mailPage(brand, found)) : sendPage(reply.code(404), noMailPage(brand))
  })
}

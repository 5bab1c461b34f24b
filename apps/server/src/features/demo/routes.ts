import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FastifyReply } from 'fastify'
import type { Routes } from '#server/http/mount-endpoint.ts'
import { pageStyle } from '#server/lib/html/html.ts'
import { findMail, listMails } from './mailbox.ts'
import { mailPage, mailsPage, noMailPage } from './mail-pages.ts'
import { isDemonstration } from './service.ts'

const css = pageStyle + readFileSync(resolve(import.meta.dirname, 'mail-pages.css'), 'utf8')

const sendPage = (reply: FastifyReply, html: string) =>
  reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-store').send(html)

/** Maximum mails on the list page. */
const maxMails = 50

/**
 * Shows the mails that were saved as files, so that visitors of the demonstration can open the activation links. app.ts
 * registers these routes only in the demonstration; they answer 404 for any other database, because the links in these
 * mails give access to the accounts.
 */
export const demoMailRoutes: Routes = (scope, { db, config }) => {
  const { mail } = config
  if (mail.kind !== 'outbox') return

  scope.addHook('onRequest', async (_request, reply) =>
    (await isDemonstration(db)) ? undefined : reply.callNotFound(),
  )
  scope.get('/outbox/', async (_request, reply) =>
    sendPage(reply, mailsPage(config.brand, await listMails(mail.folder, maxMails))),
  )
  scope.get('/outbox/style.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('Cache-Control', 'no-cache').send(css),
  )
  scope.get<{ Params: { name: string } }>('/outbox/:name', async (request, reply) => {
    const found = await findMail(mail.folder, request.params.name)
    return found
      ? sendPage(reply, mailPage(config.brand, found))
      : sendPage(reply.code(404), noMailPage(config.brand))
  })
}

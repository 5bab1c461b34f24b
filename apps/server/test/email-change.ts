import { confirmEmailChange, requestEmailChange, restoreEmail } from '@portal/contract/accounts.ts'
import type { Person } from './factories.ts'
import { type LinkOf, linkTo } from './mailed-links.ts'
import type { Client, TestApp } from './test-app.ts'

export const newAddress = (name = 'new') => `${name}-${crypto.randomUUID().slice(0, 8)}@example.gr`

/** Steps of a change of the address. Calls of links return the status and the body. */
export function emailChanges(testApp: TestApp) {
  const answerOf = async (endpoint: typeof confirmEmailChange | typeof restoreEmail, body: LinkOf) => {
    const answer = await testApp.visitor().send(endpoint, { body })
    return [answer.statusCode, answer.body && answer.json()]
  }
  const confirm = (link: LinkOf) => answerOf(confirmEmailChange, link)
  const restore = (link: LinkOf) => answerOf(restoreEmail, link)
  /** @returns the link that the new address gets */
  const request = async (client: Client, email: string, count = 1) => {
    await client.call(requestEmailChange, { body: { email } })
    return linkTo('account/email/confirm', (await testApp.mails.to(email, count)).at(-1))
  }
  /** The link that the old address gets. */
  const wayBack = async ({ email }: { email: string }) =>
    linkTo('account/email/restore', await testApp.mails.having(email, '/account/email/restore/'))
  /** Changes the address of a person. @returns the new address and the link that takes the change back */
  const change = async (person: Person, client?: Client) => {
    const email = newAddress()
    const link = await request(client ?? (await testApp.signIn(person)), email)
    const [status] = await confirm(link)
    if (status !== 204) throw new Error(`The change was answered with ${String(status)}.`)
    return { email, back: await wayBack(person), link }
  }
  const emailOf = async ({ id }: { id: number }) =>
    (await testApp.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst())?.email
  return { confirm, restore, request, wayBack, change, emailOf }
}

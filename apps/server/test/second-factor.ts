import { login } from '@portal/contract/accounts.ts'
import { addTotp, beginTotp } from '@portal/contract/second-factor.ts'
import { codeOf, stepAt } from '#server/features/second-factor/totp.ts'
import type { Client, TestApp } from './test-app.ts'

type Credentials = { email: string; password: string }

/** The code that an app shows now. */
export const codeNow = ({ portal }: TestApp, secret: string, steps = 0) =>
  codeOf(secret, stepAt(portal.clock.now()) + steps)

/** Advances to the next time step. No code expires for 30 s. */
export const toNextCode = ({ portal, clock }: TestApp) =>
  clock.forward(30_000 - (portal.clock.now().getTime() % 30_000))

/** Sets up an authenticator app and returns its secret, the recovery codes and the signed-in client. */
export async function addApp(testApp: TestApp, person: Credentials) {
  const client = await testApp.signIn(person)
  toNextCode(testApp)
  const { secret } = await client.call(beginTotp)
  const { recovery_codes: codes } = await client.call(addTotp, { body: { code: codeNow(testApp, secret) } })
  // The code is used up; the next sign-in has another.
  toNextCode(testApp)
  return { secret, codes, client }
}

/** Signs in with the password alone: the second factor is missing. */
export async function beginSignIn(testApp: TestApp, { email, password }: Credentials): Promise<Client> {
  const client = testApp.visitor()
  const { second_factor: factors } = await client.call(login, { body: { email, password } })
  if (!factors) throw new Error('The account has no second factor.')
  return client
}

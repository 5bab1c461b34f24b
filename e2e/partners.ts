/** Registers partner sites with the operator's commands. */
import type { Portal } from './portal.ts'

/** Environment of a portal with partner sites: the secret, and permission for local addresses. */
export const withPartners = { PORTAL_SECRET: 'k3Vn8Qx0Zt6LwB1yRf5HgJp9Ds2Mc7Ua', PRIVATE_WEBHOOKS: 'yes' }

/** Registers a partner with `partner add`. @param args its name and options @returns its credentials, printed once */
export async function registerPartner(
  portal: Portal,
  args: readonly string[],
): Promise<{ id: string; secret: string }> {
  const { stdout, stderr } = await portal.cli(['partner', 'add', ...args])
  const [id, secret] = ['client_id', 'client_secret'].map(
    (name) => new RegExp(`^${name}\\s+(\\S+)$`, 'm').exec(stdout)?.[1],
  )
  if (!id || !secret) throw new Error(stderr)
  return { id, secret }
}

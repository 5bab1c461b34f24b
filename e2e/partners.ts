/** Partner sites as an operator registers them. */
import type { Portal } from './portal.ts'

/** What a portal with partner sites is given: the secret that they need, and that they may be on this machine. */
export const withPartners = { PORTAL_SECRET: 'k3Vn8Qx0Zt6LwB1yRf5HgJp9Ds2Mc7Ua', PRIVATE_WEBHOOKS: 'yes' }

/** Registers one by `partner add`. @param args its name and options @returns its credentials, as printed once */
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

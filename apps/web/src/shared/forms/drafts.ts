/**
 * Unsaved input from before a session ended, until the account signs in again. Only in memory: signing in does not
 * reload the page. Never contains passwords.
 */
const drafts = new Map<string, Record<string, string>>()

/** @param name form and account ('settings maria@example.gr'), so that no other account can read it */
export const keepDraft = (name: string, values: Record<string, string>) => drafts.set(name, values)

/** Returns and removes a draft. */
export function takeDraft(name: string): Record<string, string> | undefined {
  const kept = drafts.get(name)
  drafts.delete(name)
  return kept
}

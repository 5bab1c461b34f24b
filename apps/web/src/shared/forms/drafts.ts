/**
 * What somebody had typed when the session ended under their hands, until they have signed in again. In memory alone:
 * signing in doesn't load the page anew, and nothing of it outlives the tab. Passwords don't belong here.
 */
const drafts = new Map<string, Record<string, string>>()

/** @param name the form and whose it is ('settings maria@example.gr'): nobody else may find it */
export const keepDraft = (name: string, values: Record<string, string>) => drafts.set(name, values)

/** Gives what was kept, once. */
export function takeDraft(name: string): Record<string, string> | undefined {
  const kept = drafts.get(name)
  drafts.delete(name)
  return kept
}

/**
 * Unsaved input: from before a session ended, until the account signs in again, and notes about people while others are
 * looked up. Only in memory: neither reloads the page. Never contains passwords.
 */
const drafts = new Map<string, Record<string, string>>()

/** @param name form and account ('settings maria@example.gr'), so that no other account can read it */
export const keepDraft = (name: string, values: Record<string, string>) => drafts.set(name, values)

export const readDraft = (name: string): Record<string, string> | undefined => drafts.get(name)

export const dropDraft = (name: string): void => void drafts.delete(name)

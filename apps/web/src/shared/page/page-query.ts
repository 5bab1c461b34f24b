/** Returns the page number in an address; 1 if there is none. */
export const pageNumberOf = (value: string | null): number =>
  /^[1-9]\d{0,6}$/.test(value ?? '') ? Number(value) : 1

/** Returns the page's query string as input of a call, which the server adds to the link in the mail. */
export function queryOf(search: string): Record<string, string[]> {
  const sent = new URLSearchParams(search)
  return Object.fromEntries([...new Set(sent.keys())].map((name) => [name, sent.getAll(name)]))
}

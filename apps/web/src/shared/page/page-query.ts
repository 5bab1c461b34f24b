/** Returns the page's query string as input of a call, which the server adds to the link in the mail. */
export function queryOf(search: string): Record<string, string[]> {
  const sent = new URLSearchParams(search)
  return Object.fromEntries([...new Set(sent.keys())].map((name) => [name, sent.getAll(name)]))
}

/** The query string of the page as a call takes it, to go along with it and come back in the mail's link. */
export function queryOf(search: string): Record<string, string[]> {
  const sent = new URLSearchParams(search)
  return Object.fromEntries([...new Set(sent.keys())].map((name) => [name, sent.getAll(name)]))
}

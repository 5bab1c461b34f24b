/**
 * Returns the current address with another search. Reads the browser's address instead of the rendered one: typing is
 * debounced for 300 ms, and the user may have selected a participant since.
 */
export function searchAddress(search: string): { pathname: string; search: string } {
  const query = new URLSearchParams(window.location.search)
  if (search === '') query.delete('search')
  else query.set('search', search)
  return { pathname: window.location.pathname, search: query.size > 0 ? `?${query.toString()}` : '' }
}

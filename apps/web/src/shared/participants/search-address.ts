/**
 * The address as it stands now, with another search of the list. Read from the browser and not from what was last
 * drawn: typing rests for 300 ms, and whoever chose a person meanwhile is there already, drawn or not.
 */
export function searchAddress(search: string): { pathname: string; search: string } {
  const query = new URLSearchParams(window.location.search)
  if (search === '') query.delete('search')
  else query.set('search', search)
  return { pathname: window.location.pathname, search: query.size > 0 ? `?${query.toString()}` : '' }
}

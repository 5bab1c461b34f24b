let offsetMs = 0

/**
 * Learns the server's time from the `Date` header of an answer (RFC 9110 §6.6.1): clocks of computers may be days wrong.
 * @param header in seconds; missing or invalid: the last known difference stays
 */
export function learnTime(header: string | null): void {
  const time = Date.parse(header ?? '')
  if (!Number.isNaN(time)) offsetMs = time - Date.now()
}

/** Returns the time of the server, or of the device before the first answer. */
export const now = (): Date => new Date(Date.now() + offsetMs)

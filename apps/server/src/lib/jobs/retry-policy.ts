/** Seconds until a job that does not succeed is removed, and until one that ended is. */
export const retentionSeconds = 4 * 86_400
export const deleteAfterSeconds = 3_600

/**
 * Retries for about four days: first after 5 s, later every 15 minutes. A job of a killed server is retried after 60 s,
 * so an attempt must not take longer. Finished jobs are deleted within an hour, because they contain personal data.
 */
export const retryPolicy = {
  retryLimit: 400,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 900,
  expireInSeconds: 60,
  retentionSeconds,
  deleteAfterSeconds,
  notify: false,
}

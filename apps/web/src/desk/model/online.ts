import { useConnection } from '#web/api/connection.ts'

/** Whether the browser has a network and the last call was answered. */
export const useOnline = (): boolean => {
  const connection = useConnection()
  return connection !== 'offline' && connection !== 'unanswered'
}

import { isIP } from 'node:net'
import { connect } from 'node:tls'

/**
 * Reads until when the certificate of an https address is valid.
 * @throws Error if there is no answer within `timeoutMs`, or none with a certificate
 */
export const certificateEnd = ({ hostname, port }: URL, timeoutMs: number): Promise<Date> =>
  new Promise((resolve, reject) => {
    const host = hostname.replace(/^\[|\]$/g, '')
    const socket = connect({
      host,
      port: Number(port) || 443,
      ...(isIP(host) === 0 && { servername: host }),
      // Also that of an expired one, or of an authority that this machine does not know. Nothing is sent.
      rejectUnauthorized: false,
    })
    const timer = setTimeout(() => socket.destroy(new Error('The connection timed out.')), timeoutMs)
    socket
      .once('secureConnect', () => {
        const end = new Date(socket.getPeerCertificate().valid_to)
        socket.destroy()
        if (Number.isNaN(end.getTime())) reject(new Error('There is no certificate.'))
        else resolve(end)
      })
      .on('error', reject)
      .once('close', () => {
        clearTimeout(timer)
        reject(new Error('The connection was closed.'))
      })
  })

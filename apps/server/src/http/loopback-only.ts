import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback } from '#server/lib/config/addresses.ts'
import type { Config } from '#server/lib/config/config.ts'
import { escapeHtml } from '#server/lib/html/html.ts'

/** Headers that proxies add. A request with one of them may come from another machine even if its Host is localhost. */
const proxyHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const

/** Checks the Host header and the socket's address: with HOST=0.0.0.0, another machine can send `Host: localhost`. */
const isFromHere = ({ headers, socket, raw }: FastifyRequest): boolean => {
  const address = `http://${headers.host ?? ''}`
  const host = URL.canParse(address) ? new URL(address).hostname : ''
  return (
    isLoopback(host) &&
    isLoopback(socket.remoteAddress ?? '') &&
    // nginx's defaults: HTTP/1.0, its upstream address as Host, and none of the headers above.
    raw.httpVersion !== '1.0' &&
    proxyHeaders.every((name) => headers[name] === undefined)
  )
}

/** Page for requests from other machines. The demonstration's passwords are public. */
const pageOf = (publicUrl: string) => `<!doctype html>
<html lang="el">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Η επίδειξη ανοίγει μόνο στον υπολογιστή όπου είναι εγκατεστημένη</title>
</head>
<body>
<h1>Η επίδειξη ανοίγει μόνο στον υπολογιστή όπου είναι εγκατεστημένη</h1>
<p>Η υπηρεσία λειτουργεί ως επίδειξη και τα συνθηματικά της είναι δημοσιευμένα. Γι’ αυτό η υπηρεσία απαντά μόνο στον
υπολογιστή όπου είναι εγκατεστημένη, στη διεύθυνση <code>${escapeHtml(publicUrl)}</code>. Μέσω διακομιστή μεσολάβησης
δεν απαντά.</p>
<p>Για κανονική λειτουργία ορίστε <code>DATABASE_URL</code>, <code>SMTP_URL</code>, <code>MAIL_FROM</code>,
<code>PUBLIC_URL</code> και <code>PORTAL_SECRET</code>. Για δημόσια επίδειξη ορίστε <code>DEMO=yes</code>
και <code>PUBLIC_URL</code>.</p>
</body>
</html>
`

/** Rejects requests from other machines, for other hosts and through proxies: for a demonstration without DEMO=yes. */
export function rejectOtherMachines(app: FastifyInstance, { publicUrl }: Pick<Config, 'publicUrl'>): void {
  const page = pageOf(publicUrl)
  app.addHook('onRequest', async (request, reply) => {
    if (!isFromHere(request)) await reply.code(403).type('text/html; charset=utf-8').send(page)
  })
}

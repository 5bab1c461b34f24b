import { statusOf, fromDialect } from '@portal/contract/dialect.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { endpoints } from '@portal/contract/endpoint-list.ts'
import { commonErrors, errorRows } from '@portal/contract/error-codes.ts'

type Answer = { method: string; url: string; status: number; body: string }

const isLiteral = ({ path }: Endpoint) => !path.includes('{')

// Literal paths first: /api/participants/export/ also matches /api/participants/{id}/.
const patterns = Object.entries(endpoints)
  .sort(([, one], [, other]) => Number(isLiteral(other)) - Number(isLiteral(one)))
  .map(([name, endpoint]) => {
    const path = endpoint.path.replace(/\/$/, '').replaceAll('.', '\\.')
    return { name, endpoint, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`) }
  })

/** Returns the endpoint of a request; undefined for other routes. */
function endpointOf(method: string, url: string): { name: string; endpoint: Endpoint } | undefined {
  const path = url.split('?')[0] ?? ''
  const wanted = method === 'HEAD' ? 'GET' : method
  return patterns.find(({ endpoint, pattern }) => endpoint.method === wanted && pattern.test(path))
}

/** Returns the error bodies of a response: of a 4xx or 5xx, or of the rejected records of a batch. */
function errorBodiesOf({ status, body }: Answer): unknown[] {
  if (status >= 400) return [JSON.parse(body)]
  const { results } = JSON.parse(body) as { results?: unknown }
  const records = Array.isArray(results) ? (results as { errors?: unknown }[]) : []
  return records.flatMap(({ errors }) => errors ?? [])
}

/**
 * Checks that every error code of a response is listed by its endpoint or in `commonErrors`.
 * @throws Error with the endpoint and the codes
 */
export function assertListed(answer: Answer): void {
  const found = endpointOf(answer.method, answer.url)
  if (!found || !/^\s*\{/.test(answer.body)) return
  const listed = new Set<string>([...commonErrors, ...found.endpoint.errors])
  const errors = errorBodiesOf(answer).flatMap(fromDialect)
  const unlisted = errors.filter(({ code }) => !listed.has(code))
  if (unlisted.length > 0)
    throw new Error(`${found.name} returns codes that it does not list: ${JSON.stringify(unlisted)}`)
  const [first] = errors
  if (answer.status >= 400 && first?.code !== undefined && first.code !== 'unknown') {
    const statuses = new Set(errors.map(({ code }) => errorRows[code as keyof typeof errorRows].status))
    if (!statuses.has(answer.status))
      throw new Error(`${found.name}: status ${answer.status}, but the codes have ${statusOf([first])}`)
  }
}

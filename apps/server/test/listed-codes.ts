import type { Endpoint } from '@portal/contract/endpoint.ts'
import { endpoints } from '@portal/contract/list/endpoint-list.ts'
import { commonErrors, type ErrorCode, errorRows } from '@portal/contract/error-codes.ts'

/** `codes`: the header of an error response. */
type Answer = { method: string; url: string; status: number; body: string; codes: string }

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

/** Returns the codes of a response: of a 4xx or 5xx, or of the rejected records of a batch. */
function codesOf({ status, body, codes }: Answer): string[] {
  if (status >= 400) return codes.split(', ').map((one) => one.split(';')[0] ?? '')
  const { results } = JSON.parse(body) as { results?: unknown }
  const records = Array.isArray(results) ? (results as { errors?: object; code?: string }[]) : []
  return records.flatMap(({ errors, code }) => (errors ? (code ?? '') : []))
}

/**
 * Checks that every error code of a response is listed by its endpoint or in `commonErrors`.
 * @throws Error with the endpoint and the codes
 */
export function assertListed(answer: Answer): void {
  const found = endpointOf(answer.method, answer.url)
  if (!found || !/^\s*\{/.test(answer.body)) return
  const listed = new Set<string>([...commonErrors, ...found.endpoint.errors])
  const codes = codesOf(answer)
  const unlisted = codes.filter((code) => !listed.has(code))
  if (unlisted.length > 0)
    throw new Error(`${found.name} returns codes that it does not list: ${JSON.stringify(unlisted)}`)
  const statuses = new Set(codes.map((code) => errorRows[code as ErrorCode].status))
  if (answer.status >= 400 && !statuses.has(answer.status))
    throw new Error(`${found.name}: status ${answer.status}, but the codes have ${[...statuses].join()}`)
}

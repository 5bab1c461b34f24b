import type * as OpenTelemetry from '@opentelemetry/api'
import type { Span, SpanOptions, Tracer } from '@opentelemetry/api'
import type { LogEvent } from 'kysely'
import type { Config } from '../config/config.ts'

/**
 * Traces by OpenTelemetry (docs/operations.md, Traces). The packages are loaded only by `startTracing`; without it the
 * functions below do nothing. Attributes contain no addresses, names, ids of people or values of statements.
 */
let active: { api: typeof OpenTelemetry; tracer: Tracer } | undefined

export const isTracing = (): boolean => active !== undefined

/** Pause between reports of a collector that is down. */
const reportEveryMs = 3_600_000

/**
 * Starts sending traces to the collector.
 * @param report receives the first failure of each hour
 * @returns sends the remaining spans and stops
 */
export async function startTracing(
  { endpoint, service, ratio }: NonNullable<Config['tracing']>,
  report: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const [api, sdk, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }, core, resources] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
      import('@opentelemetry/resources'),
    ])
  let reportedAt = 0
  core.setGlobalErrorHandler((error) => {
    if (Date.now() - reportedAt < reportEveryMs) return
    reportedAt = Date.now()
    report(error)
  })
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` })
  const provider = new sdk.BasicTracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': service }),
    // By the trace's id, so that all services of a trace decide alike, and callers cannot switch it off.
    sampler: new sdk.TraceIdRatioBasedSampler(ratio),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  })
  const contexts = new AsyncLocalStorageContextManager().enable()
  api.context.setGlobalContextManager(contexts)
  api.propagation.setGlobalPropagator(new core.W3CTraceContextPropagator())
  active = { api, tracer: provider.getTracer('portal') }
  return async () => {
    active = undefined
    await provider.shutdown()
    api.context.disable()
    api.propagation.disable()
  }
}

/**
 * Starts a span of a call. `run` continues inside of it.
 * @param headers of a trusted proxy, whose trace is continued if they contain `traceparent`; undefined: a new trace
 */
export function traceCall(headers: object | undefined, run: () => void): Span | undefined {
  if (!active) {
    run()
    return undefined
  }
  const { context, propagation, trace, ROOT_CONTEXT, SpanKind } = active.api
  const parent = headers ? propagation.extract(ROOT_CONTEXT, headers) : ROOT_CONTEXT
  const span = active.tracer.startSpan('call', { kind: SpanKind.SERVER }, parent)
  context.with(trace.setSpan(parent, span), run)
  return span
}

/** Ends a span of a call. */
export function endCall(
  span: Span,
  { method, route, status, id }: { method: string; route: string; status: number; id: string },
): void {
  span.updateName(`${method} ${route}`)
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'portal.request_id': id,
  })
  if (active && status >= 500) span.setStatus({ code: active.api.SpanStatusCode.ERROR })
  span.end()
}

/** Runs work in a span of its own trace. */
export async function inSpan<T>(
  name: string,
  attributes: NonNullable<SpanOptions['attributes']>,
  work: () => Promise<T>,
): Promise<T> {
  if (!active) return work()
  const { SpanKind, SpanStatusCode } = active.api
  return active.tracer.startActiveSpan(
    name,
    { root: true, kind: SpanKind.CONSUMER, attributes },
    async (span) => {
      try {
        return await work()
      } catch (error) {
        // Not the message: it may quote an address.
        span.setStatus({ code: SpanStatusCode.ERROR })
        span.setAttribute('error.type', (error as Error).name)
        throw error
      } finally {
        span.end()
      }
    },
  )
}

/** Adds a span of a statement to the span that is active: operation, first table and SQLSTATE, not its text. */
export function traceStatement(event: LogEvent): void {
  if (!active) return
  const { context, trace, SpanKind, SpanStatusCode } = active.api
  if (!trace.getSpan(context.active())) return
  const { sql } = event.query
  const operation = /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? 'SQL'
  const table = /\b(?:from|into|update)\s+"?([a-z_]+)"?/i.exec(sql)?.[1]
  const end = Date.now()
  const span = active.tracer.startSpan(table ? `${operation} ${table}` : operation, {
    kind: SpanKind.CLIENT,
    startTime: end - event.queryDurationMillis,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table && { 'db.collection.name': table }),
    },
  })
  if (event.level === 'error') {
    span.setStatus({ code: SpanStatusCode.ERROR })
    const { code } = event.error as { code?: unknown }
    if (typeof code === 'string') span.setAttribute('db.response.status_code', code)
  }
  span.end(end)
}

/** Returns the headers of an outgoing request with `traceparent` of the active span. */
export function withTraceparent(headers: Record<string, string>): Record<string, string> {
  if (!active) return headers
  const sent = { ...headers }
  active.api.propagation.inject(active.api.context.active(), sent)
  return sent
}

import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../metrics.ts'

/** `/healthz` reports that the process is alive, `/readyz` that it can serve; `/metrics` returns its metrics. */
export function serveHealthEndpoints(
  app: FastifyInstance,
  metrics: Metrics,
  isReady: () => Promise<string | undefined>,
): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const trouble = await isReady()
    if (trouble === undefined) return { status: 'ready' }
    return reply.code(503).header('retry-after', '2').send({ status: 'not ready', reason: trouble })
  })
  app.get('/metrics', async (_request, reply) => {
    return reply.type(metrics.registry.contentType).send(await metrics.scrape())
  })
}

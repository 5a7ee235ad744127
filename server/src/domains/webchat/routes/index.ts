import type { FastifyInstance } from 'fastify'
import type { WebchatDeps } from '../deps.ts'
import { createWebchatContext } from './context.ts'
import { serveHttp } from './http.ts'
import { servePages } from './pages.ts'
import { serveSockets } from './sockets.ts'

/** Serves web chat on the gateway: script, hosted page, visitors, entries, sockets. */
export function serveWebchat(app: FastifyInstance, deps: WebchatDeps): void {
  const closing = new AbortController()
  const context = createWebchatContext(deps, closing.signal)
  let listening: { close(): Promise<void> } | undefined
  app.addHook('onListen', async () => {
    listening = deps.databaseUrl && deps.notifier.listen(deps.databaseUrl)
  })
  app.addHook('preClose', async () => closing.abort())
  app.addHook('onClose', async () => listening?.close())
  servePages(app, context)
  serveHttp(app, context)
  serveSockets(app, context)
}

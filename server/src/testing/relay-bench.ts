import { after } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { createGateway, createServices, type Services } from '../app.ts'
import { createGatewayBench, type GatewayBench, type MovableWorld } from './gateway-bench.ts'

export type AnotherProcess = { url: string; end(): Promise<void> }

export type RelayBench = GatewayBench<MovableWorld> & {
  url: string
  /** The same Parley in another process, as far as the database can tell. */
  anotherProcess(): Promise<AnotherProcess>
  /** Called at the end, in reverse order, before the hosts close. */
  onClose(close: () => Promise<unknown>): void
  /** Resolves when all log lines are stored. */
  flush(): Promise<void>
}

/** A gateway that accepts listeners over a real connection. */
export async function createRelayBench(): Promise<RelayBench> {
  const closers: (() => Promise<unknown>)[] = []
  // Registered before the bench is, so it runs before its hosts close.
  after(async () => {
    for (const close of closers.reverse()) await close()
  })
  const bench = await createGatewayBench()
  const { context, services } = bench.server
  const url = await listen(bench.app)
  // Connections that were opened and never used count as busy.
  closers.push(async () => bench.app.server.closeAllConnections())
  return {
    ...bench,
    url,
    onClose: (close) => void closers.push(close),
    flush: () => services.conversations.flush(),
    async anotherProcess() {
      const ownServices = createServices({ ...context })
      const app = createGateway(ownServices)
      let closed: Promise<void> | undefined
      const end = () => {
        closed ??= closeProcess(app, ownServices)
        return closed
      }
      closers.push(end)
      return { url: await listen(app), end }
    },
  }
}

const listen = (app: FastifyInstance): Promise<string> => app.listen({ port: 0, host: '127.0.0.1' })

async function closeProcess(app: FastifyInstance, { conversations, outbound }: Services): Promise<void> {
  await conversations.close()
  app.server.closeAllConnections()
  await app.close()
  await outbound.close()
}

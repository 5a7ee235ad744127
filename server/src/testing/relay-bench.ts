import { after } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { createGateway } from '../app.ts'
import { getServices } from '../services.ts'
import { type GatewayBench, gatewayBench, type MovableWorld } from './gateway-bench.ts'

export type AnotherProcess = { url: string; end(): Promise<void> }

export type RelayBench = GatewayBench<MovableWorld> & {
  /** Where the gateway listens. */
  url: string
  /** The same Parley in another process, as far as the database knows. */
  anotherProcess(): Promise<AnotherProcess>
  /** Done at the end, the last first, before the hosts close. */
  atEnd(close: () => Promise<unknown>): void
  /** What was told to the logs is kept. */
  flush(): Promise<void>
}

/** A gateway at which somebody can listen over a real connection. */
export async function relayBench(): Promise<RelayBench> {
  const closing: (() => Promise<unknown>)[] = []
  // Told of before the bench is, and so done before its hosts close.
  after(async () => {
    for (const close of closing.reverse()) await close()
  })
  const bench = await gatewayBench()
  const { context } = bench.server
  const url = await urlOf(bench.app)
  // Those that were opened and never used count as busy.
  closing.push(async () => bench.app.server.closeAllConnections())
  return {
    ...bench,
    url,
    atEnd: (close) => void closing.push(close),
    flush: () => getServices(context).conversations.flush(),
    async anotherProcess() {
      const own = { ...context }
      const app = createGateway(own)
      let ended: Promise<void> | undefined
      const end = () => {
        ended ??= closeProcess(app, getServices(own))
        return ended
      }
      closing.push(end)
      return { url: await urlOf(app), end }
    },
  }
}

const urlOf = (app: FastifyInstance): Promise<string> => app.listen({ port: 0, host: '127.0.0.1' })

async function closeProcess(
  app: FastifyInstance,
  { conversations, outbound }: ReturnType<typeof getServices>,
): Promise<void> {
  await conversations.close()
  app.server.closeAllConnections()
  await app.close()
  await outbound.close()
}

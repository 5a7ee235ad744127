import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { createBackgroundWork } from '../../server/src/app.ts'
import type { Config } from '../../server/src/config.ts'
import type { World } from '../../server/src/platform/world.ts'
import { createTestAgent } from '../../server/src/testing/agent.ts'
import { createTestApp } from '../../server/src/testing/app.ts'
import type { ConsoleEnvironment } from './console.ts'

/** The part of a configuration that depends on the public origin. */
type CreateConfig = (origin: string) => Partial<Config> | Promise<Partial<Config>>
type Options = { withWorkers?: boolean; world?: World; document?: object }

/** Starts a console whose origin is known beforehand, as identity issuers and providers require. */
export async function startConsoleAtAddress(
  settings: CreateConfig,
  options: Options = {},
): Promise<ConsoleEnvironment> {
  const { withWorkers = false, world, document } = options
  const http = createServer().listen(0, '127.0.0.1')
  await once(http, 'listening')
  after(() => {
    http.closeAllConnections()
    http.close()
  })
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const config = { publicUrl: origin, ...(await settings(origin)) }
  const server = await createTestApp({ consoleFiles: process.env.CONSOLE_DIST, config, ...(world && { world }) })
  const agent = await createTestAgent(server, document)
  await server.app.ready()
  http.on('request', (request, response) => server.app.routing(request, response))
  if (withWorkers) {
    const work = createBackgroundWork(server.services)
    await work.start()
    after(() => work.stop({ withinMilliseconds: 2_000 }))
  }
  return { server, agent, origin }
}

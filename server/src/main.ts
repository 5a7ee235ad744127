import type { FastifyInstance } from 'fastify'
import { type AppContext, createApi, createBackgroundWork, createGateway, createHealthServer } from './app.ts'
import { formatBanner } from './banner.ts'
import { type Bootstrap, bootstrap } from './bootstrap.ts'
import { ConfigError, readConfig } from './config.ts'
import { type InstallationCredentials, readCredentialsFile, refreshCredentialsUrls } from './credentials.ts'
import { startDemoSeeding } from './demo/seed-demo.ts'
import { seedOnFirstStart } from './first-start.ts'
import { explainStartError } from './platform/db/embedded/startup-errors.ts'
import { StartupError } from './platform/startup-error.ts'
import { realWorld } from './platform/world.ts'
import { assertPortsAvailable, type HttpListener, httpListenersOf, toListenError } from './ports.ts'
import { warmUp } from './warm-up.ts'

const stopWithinMs = 10_000

type RunningProcess = { close(): Promise<void> }

async function start(stop: AbortSignal): Promise<RunningProcess> {
  const config = readConfig(process.env)
  await assertPortsAvailable(config)
  try {
    const bootstrapped = await bootstrap(config, stop)
    return await serve({ ...bootstrapped, world: realWorld }, bootstrapped).catch((error) =>
      abortStart(bootstrapped, error),
    )
  } catch (error) {
    throw explainStartError(error, config.dataDir)
  }
}

/** What hinders the end must not hide what hindered the start. */
async function abortStart({ log, shutdown }: Bootstrap, reason: unknown): Promise<never> {
  await shutdown().catch((error) => log.warn({ err: error }, 'the database could not be closed'))
  throw reason
}

async function serve(context: AppContext, bootstrapped: Bootstrap): Promise<RunningProcess> {
  const { config, database, keyring, world } = context
  const { whenAvailable } = bootstrapped
  const first = await whenAvailable(() => seedOnFirstStart({ db: database.db, config, keyring, world }))
  const kept = readCredentialsFile(config)
  if (kept.kind === 'read') refreshCredentialsUrls(config, kept.credentials)
  const work = createBackgroundWork(context)
  await whenAvailable(() => work.prepare())
  if (config.warmUp) await warmUp(context, { createApi, createGateway })
  const servers = await startListening(context)
  const close = async () => {
    const within = { withinMilliseconds: stopWithinMs - 2_000 }
    await Promise.all([...Object.values(servers).map((server) => server.close()), work.stop(within)])
  }
  await whenAvailable(() => work.start()).catch(async (error) => {
    await close()
    throw error
  })
  bootstrapped.print(`${formatBanner(config, first, kept)}\n`)
  const demo = kept.kind === 'read' ? startDemo(context, kept.credentials, servers) : undefined
  return {
    async close() {
      await demo?.stop()
      await close()
      await bootstrapped.shutdown()
    },
  }
}

type HttpServers = { [Serves in HttpListener['serves']]?: FastifyInstance }

const serverFactories = { api: createApi, gateway: createGateway, health: createHealthServer }

async function startListening(context: AppContext): Promise<HttpServers> {
  const { host } = context.config
  const servers: HttpServers = {}
  for (const listener of httpListenersOf(context.config)) {
    const server = serverFactories[listener.serves](context)
    servers[listener.serves] = server
    await server.listen({ host, port: listener.port }).catch(toListenError(listener, host))
  }
  return servers
}

function startDemo(context: AppContext, credentials: InstallationCredentials, { api, gateway }: HttpServers) {
  const { demo, lab: hasLab, roles, models } = context.config
  const answers = roles.includes('worker') && models.turn.provider === 'embedded'
  return demo && api
    ? startDemoSeeding({ ...context, credentials, api, gateway, hasLab, canAnswer: answers })
    : undefined
}

/**
 * What is in flight is finished, for ten seconds at the most; a start that is under way, too, unless it waits for its
 * database. npm passes on a signal that the terminal has already sent to everybody, so that each comes twice; one that comes
 * later is impatience and ends it now.
 */
function stopOnSignals(signals: NodeJS.Signals[], starting: Promise<RunningProcess>, stopping: AbortController): void {
  let stoppingSince: number | undefined
  const stop = () => {
    if (stoppingSince !== undefined && Date.now() - stoppingSince > 1_000) process.exit(0)
    if (stoppingSince !== undefined) return
    stoppingSince = Date.now()
    setTimeout(() => process.exit(0), stopWithinMs).unref()
    stopping.abort()
    const end = async () => {
      const running = await starting.catch(() => undefined)
      await running?.close()
    }
    end().then(
      () => process.exit(0),
      (error) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of signals) process.on(signal, stop)
}

/** A person is told what to do; whoever must mend Parley itself gets the whole error. */
function printStartError(error: unknown): void {
  if (error instanceof ConfigError || error instanceof StartupError)
    console.error(`\n  Parley did not start.\n\n  ${error.message.replaceAll('\n', '\n  ')}\n`)
  else console.error('\n  Parley did not start.\n\n', error)
}

const stopping = new AbortController()
try {
  const starting = start(stopping.signal)
  stopOnSignals(['SIGTERM', 'SIGINT'], starting, stopping)
  await starting
} catch (error) {
  if (stopping.signal.aborted) process.exit(0)
  printStartError(error)
  process.exit(1)
}

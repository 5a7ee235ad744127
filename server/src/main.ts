import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import {
  type AppContext,
  createApi,
  createBackgroundWork,
  createGateway,
  createHealthServer,
  createServices,
  type Services,
} from './app.ts'
import { type Bootstrap, bootstrap } from './bootstrap.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import {
  type CredentialsFileState,
  type FirstStartCredentials,
  getCredentialsPath,
  type InstallationCredentials,
  readCredentialsFile,
  refreshCredentialsUrls,
} from './credentials.ts'
import { startDemoSeeding } from './demo/seed-demo.ts'
import { seedOnFirstStart } from './first-start.ts'
import { explainStartError } from './platform/db/embedded/startup-errors.ts'
import { StartupError } from './platform/errors.ts'
import { realWorld } from './platform/world.ts'
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

/** A failing shutdown must not hide the reason why the start failed. */
async function abortStart({ log, shutdown }: Bootstrap, reason: unknown): Promise<never> {
  await shutdown().catch((error) => log.warn({ err: error }, 'the database could not be closed'))
  throw reason
}

async function serve(context: AppContext, bootstrapped: Bootstrap): Promise<RunningProcess> {
  const { config, database, keyring, world } = context
  const { whenAvailable } = bootstrapped
  const first = await whenAvailable(() => seedOnFirstStart({ db: database.db, config, keyring, world }))
  const stored = readCredentialsFile(config)
  if (stored.kind === 'read') refreshCredentialsUrls(config, stored.credentials)
  const services = createServices(context)
  const work = createBackgroundWork(services)
  await whenAvailable(() => work.prepare())
  if (config.warmUp) await warmUp(context, { createApi, createGateway })
  const servers = await startListening(services)
  const close = async () => {
    const within = { withinMilliseconds: stopWithinMs - 2_000 }
    await Promise.all([...Object.values(servers).map((server) => server.close()), work.stop(within)])
  }
  await whenAvailable(() => work.start()).catch(async (error) => {
    await close()
    throw error
  })
  bootstrapped.print(`${formatBanner(config, first, stored)}\n`)
  const demo = stored.kind === 'read' ? startDemo(context, stored.credentials, servers) : undefined
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

async function startListening(services: Services): Promise<HttpServers> {
  const { config } = services.context
  const { host } = config
  const servers: HttpServers = {}
  for (const listener of httpListenersOf(config)) {
    const server = serverFactories[listener.serves](services)
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
 * Waits up to ten seconds for work in flight, including a start in progress unless it is waiting for its database. npm
 * forwards a signal that the terminal has already sent to the whole process group, so each signal arrives twice; one
 * that arrives more than a second later exits immediately.
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

/** Prints instructions for errors the operator can fix, and the whole error for bugs in Parley. */
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

/** The banner shown once Parley runs. Keys appear on the first start only. */
function formatBanner(config: Config, first: FirstStartCredentials | undefined, stored: CredentialsFileState): string {
  const { publicUrl, gatewayPublicUrl } = config
  const lines = [
    ['Console', `${publicUrl}/`],
    ['Guides', `${publicUrl}/docs`],
    ['API reference', `${publicUrl}/docs/api`],
    ['API', `${publicUrl}/v1`],
    ['Gateway', `${gatewayPublicUrl}/v4`],
    ['Handset lab', `${gatewayPublicUrl}/lab`],
    ...(first ? formatSecretLines(first) : []),
    [first ? 'Saved in' : 'Credentials', describeCredentialsFile(config, stored)],
    ['Model', describeModel(config)],
    ['Data', config.databaseUrl ? 'the PostgreSQL in DATABASE_URL' : config.dataDir],
    ['Stop', 'Ctrl-C'],
  ] as [string, string][]
  const width = Math.max(...lines.map(([label]) => label.length))
  return `\n  Parley is running.\n\n${lines.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`).join('\n')}\n`
}

/** Which model answers for agents that chose none. */
function describeModel({ models: { turn } }: Config): string {
  if (turn.provider !== 'embedded') return `${turn.provider}:${turn.model}`
  return 'embedded: simple answers without a language model; add one in the console or set MODEL'
}

function formatSecretLines(first: FirstStartCredentials): [string, string][] {
  return [
    ['Org', first.org],
    ['Sign-in', `${first.console.email}  ${first.console.password}`],
    ['API key', first.apiKey],
    ['System key', first.sysopKey],
    ...(first.agent ? ([['Demo agent', first.agent]] as [string, string][]) : []),
    ...(first.emulatorUrl ? ([['Emulator', first.emulatorUrl]] as [string, string][]) : []),
    ...(first.agentAccessToken ? ([['Access token', first.agentAccessToken]] as [string, string][]) : []),
  ]
}

function describeCredentialsFile(config: Config, stored: CredentialsFileState): string {
  const file = getCredentialsPath(config)
  if (stored.kind === 'read') return file
  const renew = 'The keys in it still work; `npm run renew-credentials` issues new ones.'
  if (stored.kind === 'missing') return `not in ${file}. ${renew}`
  return `${file} could not be read (${stored.reason}). ${renew}`
}

/**
 * The servers of a process and their ports; `health` serves only health checks and metrics, for a worker-only process.
 */
type HttpListener = { serves: 'api' | 'gateway' | 'health'; port: number; variable: 'PORT' | 'GATEWAY_PORT' }

type ListenSettings = Pick<Config, 'roles' | 'host' | 'port' | 'gatewayPort'>

function httpListenersOf({ roles, port, gatewayPort }: ListenSettings): HttpListener[] {
  const listeners: HttpListener[] = []
  if (roles.includes('api')) listeners.push({ serves: 'api', port, variable: 'PORT' })
  if (roles.includes('gateway')) listeners.push({ serves: 'gateway', port: gatewayPort, variable: 'GATEWAY_PORT' })
  return listeners.length > 0 ? listeners : [{ serves: 'health', port, variable: 'PORT' }]
}

/**
 * Runs before anything is created on disk. Releases the ports again, because a port that accepts connections long
 * before it responds would mislead a health check.
 */
async function assertPortsAvailable(config: ListenSettings): Promise<void> {
  for (const listener of httpListenersOf(config)) await tryPort(listener, config.host)
}

async function tryPort(listener: HttpListener, host: string): Promise<void> {
  const server = createServer((socket) => socket.destroy())
  server.listen({ host, port: listener.port, exclusive: true })
  await once(server, 'listening').catch(toListenError(listener, host))
  await new Promise((closed) => server.close(closed))
}

function toListenError({ port, variable }: HttpListener, host: string) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.code === 'EADDRINUSE') {
      throw new StartupError(
        `Port ${port} is in use by another program. Stop it, or set ${variable} to a free port, for example ${variable}=${port + 1}.`,
      )
    }
    if (error.code === 'EACCES')
      throw new StartupError(`This user is not allowed to use port ${port}. Set ${variable} to a port above 1023.`)
    if (error.code === 'EADDRNOTAVAIL')
      throw new StartupError(
        `This machine does not have the address ${host}. Set HOST to one of its addresses, or to 0.0.0.0 for all of them.`,
      )
    throw error
  }
}

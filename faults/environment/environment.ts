import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Receiver, startReceiver } from './event-receiver.ts'
import { type FakeProviders, startFakeProviders } from './fake-providers.ts'
import { createManagedParley, type ManagedParley, type Roles } from './managed-parley.ts'
import { type NetworkProxy, startNetworkProxy } from './network-proxy.ts'
import { withClient } from './postgres.ts'
import { startToolServices, type ToolServices } from './tool-services.ts'

/** The environment of a scenario: Parley processes on one database, and the systems around them. */
export type FaultEnvironment = {
  folder: string
  /** The processes that serve the API. */
  apiProcesses: ManagedParley[]
  workers: ManagedParley[]
  all: ManagedParley[]
  providers: FakeProviders
  receiver: Receiver
  toolServices: ToolServices
  /** Proxies between Parley and the database, the providers, and the receiver. */
  networks: { database: NetworkProxy; providers: NetworkProxy; receiver: NetworkProxy }
  query: Query
  keys: { api: string; sysop: string }
  /** Resolves when the first process has created the keys and the schema. */
  start(): Promise<void>
  close(): Promise<void>
}

export type Query = <Row extends object>(sql: string, values?: unknown[]) => Promise<Row[]>

export type ProcessCounts = { apiProcesses: number; workers: number }
/** `logFolder`: where processes write their own logs. */
type EnvironmentOptions = ProcessCounts & { logFolder?: string }

/**
 * `databaseUrl` is the checker's connection, which bypasses the proxies; it is evaluated each time, because the
 * database may move.
 */
export async function createFaultEnvironment(
  folder: string,
  databaseUrl: () => string,
  options: EnvironmentOptions,
): Promise<FaultEnvironment> {
  mkdirSync(folder, { recursive: true })
  const [providers, receiver, toolServices] = await Promise.all([
    startFakeProviders(),
    startReceiver(),
    startToolServices(),
  ])
  const networks = {
    database: await startNetworkProxy(Number(new URL(databaseUrl()).port)),
    providers: await startNetworkProxy(providers.port),
    receiver: await startNetworkProxy(receiver.port),
  }
  providers.setRequestStartSource(networks.providers.takeRequestStart)
  const env = buildParleyEnv(databaseUrl(), networks)
  const createProcesses = (roles: Roles, count: number, name: string) =>
    Promise.all(
      Array.from({ length: count }, (_, n) =>
        createManagedParley({ name: `${name}-${n + 1}`, folder, roles, env, logFolder: options.logFolder }),
      ),
    )
  const apiProcesses = await createProcesses('api,gateway', options.apiProcesses, 'api')
  const workers = await createProcesses('worker', options.workers, 'worker')
  const all = [...apiProcesses, ...workers]
  const keys = { api: '', sysop: '' }
  return {
    folder,
    apiProcesses,
    workers,
    all,
    providers,
    receiver,
    toolServices,
    networks,
    keys,
    query: (sql, values) => withClient(databaseUrl(), async (client) => (await client.query(sql, values)).rows),
    async start() {
      const [first, ...others] = all as [ManagedParley, ...ManagedParley[]]
      first.start()
      await first.ready()
      Object.assign(keys, readKeys(first))
      for (const process of others) process.start()
      await Promise.all(others.map((process) => process.ready()))
    },
    async close() {
      await Promise.all(all.map((item) => item.stop('SIGKILL')))
      await Promise.all([...Object.values(networks), providers, receiver, toolServices].map((item) => item.close()))
    },
  }
}

/** A rate at which a campaign is still running while faults occur. */
const batchesPerSecond = 40

function buildParleyEnv(
  url: string,
  { database, providers: providerProxy }: FaultEnvironment['networks'],
): Record<string, string> {
  const proxiedUrl = new URL(url)
  proxiedUrl.hostname = '127.0.0.1'
  proxiedUrl.port = String(database.port)
  proxiedUrl.searchParams.delete('host')
  const providers = ['google-rbm', 'twilio']
  return {
    DATABASE_URL: proxiedUrl.href,
    DATABASE_CONNECTIONS: '12',
    SECRET_KEY: randomBytes(32).toString('hex'),
    CHANNEL_APIS: providers.map((name) => `${name}=http://127.0.0.1:${providerProxy.port}`).join(','),
    BATCH_RATES: providers.map((name) => `${name}=${batchesPerSecond}`).join(','),
  }
}

export function readKeys({ dataDir }: ManagedParley): FaultEnvironment['keys'] {
  const { apiKey, sysopKey } = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'))
  return { api: apiKey, sysop: sysopKey }
}

import { argon2Sync } from 'node:crypto'
import { after } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { type AppContext, createApi, createServices, managementRoutes, type Services } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { addMember, createOrg, insertSystemKey, mintSystemKey } from '../domains/orgs/index.ts'
import type { Database } from '../platform/db/database.ts'
import type { Role, Scope } from '../platform/http/access.ts'
import type { Route } from '../platform/http/route.ts'
import { createMetrics } from '../platform/metrics.ts'
import { createKeyring } from '../platform/secrets/keyring.ts'
import { realWorld, type World } from '../platform/world.ts'
import { assertStatus, createTestClient, type TestClient } from './client.ts'
import { createTestDatabase } from './database.ts'

export type TestOrg = { id: string; path: string; api: TestClient }

export type TestApp = {
  app: FastifyInstance
  context: AppContext
  services: Services
  routes: Route[]
  database: Database
  /** A client without a token; `.as(token)` adds one. */
  anyone: TestClient
  system: TestClient
  /** Creates an organization and a client with its first key. */
  org(): Promise<TestOrg>
  key(org: TestOrg, scopes: Scope[], fields?: object): Promise<TestClient & { id: string; key: string }>
  /** With `agentIds`, limited to these agents. */
  member(org: TestOrg, role: Role, agentIds?: string[]): Promise<TestClient & { userId: string; email: string }>
}

export const testPassword = 'quiet harbour lantern'

/** The hash of the test password at the lowest cost: many tests sign in, and none of them guesses passwords. */
const cheapPasswordHash = (() => {
  const cost = { memory: 8, passes: 1, parallelism: 1 }
  const nonce = Buffer.alloc(16, 1)
  const tag = argon2Sync('argon2id', { message: testPassword, nonce, tagLength: 32, ...cost })
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replaceAll('=', ''))
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${salt}$${hash}`
})()

type TestAppOptions = {
  world?: World
  config?: Partial<Config>
  extraRoutes?: Route[]
  /** How long a call waits for a connection of the database. */
  waitMilliseconds?: number
} & Partial<Pick<AppContext, 'catalog' | 'log' | 'models' | 'consoleFiles' | 'deskStreamPace'>>

/**
 * The whole management API on its own database, called through `inject`; every response is validated against its
 * schema.
 */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { world = realWorld, config = {}, extraRoutes = [], waitMilliseconds, ...overrides } = options
  const database = await createTestDatabase(waitMilliseconds)
  const appContext: AppContext = {
    config: { ...readConfig({ MEANINGS: 'off' }), ...config },
    database,
    keyring: createKeyring(Buffer.alloc(32, 7)),
    world,
    log: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    metrics: createMetrics(),
    validateResponses: true,
    // Injected requests get their response when the stream ends.
    deskStreamPace: { pollMilliseconds: 5, keepAliveMilliseconds: 1_000, maxMilliseconds: 50 },
    ...overrides,
  }
  const services = createServices(appContext)
  const routes = [...managementRoutes(services), ...extraRoutes]
  const app = createApi(services, routes)
  after(() => app.close())
  const anyone = createTestClient(app)
  const sysop = mintSystemKey(world)
  await insertSystemKey(database.db, { ...sysop, now: world.now() })
  return {
    app,
    context: appContext,
    services,
    routes,
    database,
    anyone,
    system: anyone.as(sysop.key),
    ...createTestMakers(database, world, anyone),
  }
}

let orgCount = 0

function createTestMakers(
  database: Database,
  world: World,
  anyone: TestClient,
): Pick<TestApp, 'org' | 'key' | 'member'> {
  return {
    async org() {
      const { org, apiKey } = await createOrg(database.db, { id: `org-${++orgCount}`, name: `Org ${orgCount}` }, world)
      return { id: org.id, path: `/orgs/${org.id}`, api: anyone.as(apiKey) }
    },
    async key(org, scopes, fields = {}) {
      const { body } = await org.api.post(`${org.path}/api-keys`, { name: `Key ${++orgCount}`, scopes, ...fields })
      return { ...anyone.as(body.key), id: body.id, key: body.key }
    },
    async member(org, role, agentIds) {
      const email = `${role}-${++orgCount}@example.com`.toLowerCase()
      const member = await addMember(database.db, org, { email, role, agentIds }, world)
      await database.db
        .updateTable('members')
        .set({ password_hash: cheapPasswordHash })
        .where('user_id', '=', member.id)
        .execute()
      const signIn = await anyone.post('/auth/sign-in', { email, password: testPassword, org: org.id })
      return { ...anyone.as(assertStatus(signIn, 200).token), userId: member.id, email }
    },
  }
}

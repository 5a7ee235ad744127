import { after } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { createApi, managementRoutes, type Parts } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { addMember, foundOrg, insertSystemKey, mintSystemKey } from '../domains/orgs/index.ts'
import type { Database } from '../platform/db/database.ts'
import type { Role, Scope } from '../platform/http/access.ts'
import type { Route } from '../platform/http/route.ts'
import { createMetrics } from '../platform/metrics.ts'
import { keyringOf } from '../platform/secrets/keyring.ts'
import { realWorld, type World } from '../platform/world.ts'
import { type Client, clientOf } from './client.ts'
import { testDatabase } from './database.ts'

export type TestOrg = { id: string; path: string; api: Client }

export type TestApp = {
  app: FastifyInstance
  parts: Parts
  routes: Route[]
  database: Database
  /** A client without a token; `.as(token)` gives it one. */
  anyone: Client
  system: Client
  /** An org of its own, with the client of its first key. */
  org(): Promise<TestOrg>
  key(org: TestOrg, scopes: Scope[], more?: object): Promise<Client & { id: string; key: string }>
  member(org: TestOrg, role: Role): Promise<Client & { userId: string; email: string }>
}

export const testPassword = 'quiet harbour lantern'

type Options = { world?: World; config?: Partial<Config>; extraRoutes?: Route[] } & Partial<
  Pick<Parts, 'catalog' | 'log' | 'models' | 'consoleFiles'>
>

/** The whole management API on a database of its own, entered by `inject`; every answer is held against its schema. */
export async function testApp(options: Options = {}): Promise<TestApp> {
  const { world = realWorld, config = {}, extraRoutes = [], ...given } = options
  const database = await testDatabase()
  const parts: Parts = {
    config: { ...readConfig({ MEANINGS: 'off' }), ...config },
    database,
    keyring: keyringOf(Buffer.alloc(32, 7)),
    world,
    log: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    metrics: createMetrics(),
    checkAnswers: true,
    ...given,
  }
  const routes = [...managementRoutes(parts), ...extraRoutes]
  const app = createApi(parts, routes)
  after(() => app.close())
  const anyone = clientOf(app)
  const sysop = mintSystemKey(world)
  await insertSystemKey(database.db, { ...sysop, now: world.now() })
  return { app, parts, routes, database, anyone, system: anyone.as(sysop.key), ...makers(database, world, anyone) }
}

let made = 0

function makers(database: Database, world: World, anyone: Client): Pick<TestApp, 'org' | 'key' | 'member'> {
  return {
    async org() {
      const { org, apiKey } = await foundOrg(database.db, { id: `org-${++made}`, name: `Org ${made}` }, world)
      return { id: org.id, path: `/orgs/${org.id}`, api: anyone.as(apiKey) }
    },
    async key(org, scopes, more = {}) {
      const { body } = await org.api.post(`${org.path}/api-keys`, { name: `Key ${++made}`, scopes, ...more })
      return { ...anyone.as(body.key), id: body.id, key: body.key }
    },
    async member(org, role) {
      const email = `${role}-${++made}@example.com`
      const member = await addMember(database.db, org, { email, role, password: testPassword }, world)
      const { body } = await anyone.post('/auth/sign-in', { email, password: testPassword, org: org.id })
      return { ...anyone.as(body.token), userId: member.id, email }
    },
  }
}

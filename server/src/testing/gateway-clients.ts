import { after } from 'node:test'
import { createGateway, listGatewayRoutesByPrefix } from '../app.ts'
import type { Route } from '../platform/http/route.ts'
import type { TestAgent } from './agent.ts'
import type { TestApp } from './app.ts'
import { assertStatus, createTestClient, type TestClient } from './client.ts'

/** Every route of the messaging gateway together with a management API; no worker runs. */
export type GatewayClients = {
  routes: { prefix: string; route: Route }[]
  /** Without a token; `.as(token)` adds one. */
  anyone(prefix: string): TestClient
}

export function createGatewayClients({ services }: TestApp): GatewayClients {
  const app = createGateway(services)
  after(() => app.close())
  const routes = Object.entries(listGatewayRoutesByPrefix(services)).flatMap(([prefix, prefixRoutes]) =>
    prefixRoutes.map((route) => ({ prefix, route })),
  )
  return { routes, anyone: (prefix) => createTestClient(app, undefined, prefix) }
}

export async function rotateAccessToken(agent: TestAgent): Promise<string> {
  return assertStatus(await agent.post('/gateway/_rotateAccessToken'), 200).accessToken
}

import { after } from 'node:test'
import { createGateway, gatewayRoutes } from '../app.ts'
import type { Route } from '../platform/http/route.ts'
import type { TestAgent } from './agent.ts'
import type { TestApp } from './app.ts'
import { assertStatus, type Client, clientOf } from './client.ts'

/** Every route of the messaging gateway beside a management API; nobody works. */
export type GatewayDoors = {
  routes: { prefix: string; route: Route }[]
  /** Without a token; `.as(token)` gives it one. */
  anyone(prefix: string): Client
}

export function gatewayDoors({ parts }: TestApp): GatewayDoors {
  const app = createGateway(parts)
  after(() => app.close())
  const routes = Object.entries(gatewayRoutes(parts)).flatMap(([prefix, under]) =>
    under.map((route) => ({ prefix, route })),
  )
  return { routes, anyone: (prefix) => clientOf(app, undefined, prefix) }
}

export async function newAccessToken(agent: TestAgent): Promise<string> {
  return assertStatus(await agent.post('/gateway/_rotateAccessToken'), 200).accessToken
}

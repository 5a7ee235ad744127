import { after } from 'node:test'
import { createOutbound } from '../../../../platform/outbound/index.ts'
import { stillWorld, type World } from '../../../../platform/world.ts'
import type { AdapterTools } from '../../adapter.ts'

/** Tools that may reach loopback, with a still world by default. */
export function createTestTools(
  apis: AdapterTools['apis'] = {},
  world: World = stillWorld('2026-11-15T12:00:00Z'),
): AdapterTools {
  const outbound = createOutbound({ allowPrivateNetwork: true })
  after(() => outbound.close())
  return { fetch: outbound.fetch, call: outbound.call, apis, world }
}

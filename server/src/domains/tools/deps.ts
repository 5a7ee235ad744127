import type { Db } from '../../platform/db/database.ts'
import type { Outbound, OutboundCall } from '../../platform/outbound/index.ts'
import type { World } from '../../platform/world.ts'
import type { AgentDeps } from '../agents/index.ts'
import type { GrantUseDeps } from '../connections/index.ts'

export type ToolsDeps = Pick<AgentDeps, 'definitions' | 'secrets' | 'catalog' | 'readToolGrants'> & {
  db: Db
  world: World
  log: { warn(about: object, words: string): void }
  /** Blocks private networks. */
  call: OutboundCall
  fetch: Outbound['fetch']
  grants: GrantUseDeps
  /** URLs that replace those of the providers' APIs, by tool id. */
  apis: Readonly<Record<string, string>>
}

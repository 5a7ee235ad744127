import type { Db } from '../../platform/db/database.ts'
import type { World } from '../../platform/world.ts'
import type { Definitions } from '../agents/index.ts'
import type { Embedder, Knowledge } from '../knowledge/index.ts'

export type InsightDeps = {
  db: Db
  world: World
  definitions: Definitions
  knowledge: Pick<Knowledge, 'search'>
  /** Absent if semantic search is off; questions are then grouped by words. */
  embedder: Embedder | undefined
}

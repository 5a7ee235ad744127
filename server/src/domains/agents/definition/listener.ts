import type { AgentDefinition, AppliedChange } from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'

/** What else follows from a change, in its transaction: the search index, say. */
export type DefinitionListener = (
  tx: Db,
  agent: AgentKey,
  change: AppliedChange & { before: AgentDefinition },
) => Promise<void>

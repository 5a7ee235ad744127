import type { AgentDefinition, AppliedChange } from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'

/** Runs in the transaction of a definition change, for example to update the search index. */
export type DefinitionListener = (
  tx: Db,
  agent: AgentKey,
  change: AppliedChange & { before: AgentDefinition },
) => Promise<void>

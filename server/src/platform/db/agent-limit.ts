import { type RawBuilder, sql } from 'kysely'
import type { AgentLimit } from '../http/access.ts'

/** The condition that a list of the org contains only agents of the caller: every one, or those they are limited to. */
export const withinLimit = ({ agentKeys }: AgentLimit, column = 'agents.agent_key'): RawBuilder<boolean> =>
  agentKeys ? sql<boolean>`${sql.ref(column)} = any (${[...agentKeys]}::bigint[])` : sql<boolean>`true`

import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { World } from '../../platform/world.ts'
import { announceStatus } from './announce-status.ts'
import type { GrantDeps } from './deps.ts'
import { type Granted, sealTokens } from './grant.ts'
import { findByAccount, holdOrg, keepConnection } from './queries/connections.ts'
import type { State } from './queries/states.ts'
import { holdAgent, keepToolGrant } from './queries/tool-grants.ts'
import { inTransaction } from './queries/transaction.ts'

type KeepDeps = GrantDeps & { world: World }
type Tool = { agent: AgentKey; toolId: string }

/** Keeps what was granted and says under which id; undefined when what it was for has gone meanwhile. */
export function keepGranted(db: Db, state: State, granted: Granted, deps: KeepDeps) {
  const { tool } = state
  return inTransaction<{ connectionId: string } | { toolId: string } | undefined>(db, (tx) =>
    tool ? keepForTool(tx, { ...state, tool }, granted, deps) : keepForOrg(tx, state, granted, deps),
  )
}

async function keepForTool(tx: Db, state: State & { tool: Tool }, granted: Granted, deps: KeepDeps) {
  const { org, provider, tool } = state
  if (!(await holdAgent(tx, tool.agent))) return undefined
  const tokens = sealTokens(deps.keyring, org, tool, granted.tokens)
  const kept = { toolId: tool.toolId, provider, tokens, expiresAt: granted.expiresAt, now: deps.world.now() }
  await keepToolGrant(tx, tool.agent, kept)
  return { toolId: tool.toolId }
}

/** The same account granted once more renews its connection, so that whoever uses it need not be changed. */
async function keepForOrg(tx: Db, { org, provider, label }: State, granted: Granted, deps: KeepDeps) {
  if (!(await holdOrg(tx, org))) return undefined
  const { account, expiresAt } = granted
  const known = await findByAccount(tx, org, provider, account?.key)
  const id = known?.id ?? deps.world.newId('con')
  const kept = {
    id,
    provider,
    label: label ?? known?.label ?? account?.label ?? provider,
    account,
    tokens: sealTokens(deps.keyring, org, { connectionId: id }, granted.tokens),
    expiresAt,
    now: deps.world.now(),
  }
  await keepConnection(tx, org, kept)
  const change = { from: known?.status, to: 'connected' as const }
  await announceStatus(tx, org, { id, provider, ...change }, deps.announce)
  await deps.connected?.(tx, org, id)
  return { connectionId: id }
}

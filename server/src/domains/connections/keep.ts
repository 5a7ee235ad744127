import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { World } from '../../platform/world.ts'
import type { GrantDeps } from './deps.ts'
import { encryptTokens, type NewGrant } from './grant.ts'
import { publishConnectionStatus } from './publish-status.ts'
import { findConnectionByAccount, shareLockOrg, upsertConnection } from './queries/connections.ts'
import type { PendingOAuthState } from './queries/states.ts'
import { shareLockAgent, upsertToolGrant } from './queries/tool-grants.ts'
import { inTransaction } from './queries/transaction.ts'

type StoreGrantDeps = GrantDeps & { world: World }
type GrantedTool = { agent: AgentKey; toolId: string }

/** Keeps what was granted and says under which id; undefined when what it was for has gone meanwhile. */
export function storeGrant(db: Db, state: PendingOAuthState, granted: NewGrant, deps: StoreGrantDeps) {
  const { tool } = state
  return inTransaction<{ connectionId: string } | { toolId: string } | undefined>(db, (tx) =>
    tool ? storeToolGrant(tx, { ...state, tool }, granted, deps) : storeOrgConnection(tx, state, granted, deps),
  )
}

async function storeToolGrant(
  tx: Db,
  state: PendingOAuthState & { tool: GrantedTool },
  granted: NewGrant,
  deps: StoreGrantDeps,
) {
  const { org, provider, tool } = state
  if (!(await shareLockAgent(tx, tool.agent))) return undefined
  const tokens = encryptTokens(deps.keyring, org, tool, granted.tokens)
  const kept = { toolId: tool.toolId, provider, tokens, expiresAt: granted.expiresAt, now: deps.world.now() }
  await upsertToolGrant(tx, tool.agent, kept)
  return { toolId: tool.toolId }
}

/** The same account granted once more renews its connection, so that whoever uses it need not be changed. */
async function storeOrgConnection(
  tx: Db,
  { org, provider, label }: PendingOAuthState,
  granted: NewGrant,
  deps: StoreGrantDeps,
) {
  if (!(await shareLockOrg(tx, org))) return undefined
  const { account, expiresAt } = granted
  const known = await findConnectionByAccount(tx, org, provider, account?.key)
  const id = known?.id ?? deps.world.newId('con')
  const kept = {
    id,
    provider,
    label: label ?? known?.label ?? account?.label ?? provider,
    account,
    tokens: encryptTokens(deps.keyring, org, { connectionId: id }, granted.tokens),
    expiresAt,
    now: deps.world.now(),
  }
  await upsertConnection(tx, org, kept)
  const change = { from: known?.status, to: 'connected' as const }
  await publishConnectionStatus(tx, org, { id, provider, ...change }, deps.announce)
  await deps.onConnected?.(tx, org, id)
  return { connectionId: id }
}

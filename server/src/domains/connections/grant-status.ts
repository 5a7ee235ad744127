import type { Db } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { OrgKey } from '../../platform/http/route.ts'
import {
  decryptTokens,
  type GrantStatus,
  type GrantUseOutcome,
  nextGrantStatus,
  type ToolGrantKey,
} from './connection.ts'
import type { GrantDeps, GrantInUse } from './deps.ts'
import { lockGrant, recordUsedAt, type StoredGrant, updateGrantStatus } from './queries/grants.ts'

type UseOutcome = { use: GrantUseOutcome; lastError?: string }

/** Records the outcome of a use with that token and returns the grant's current status. */
export async function recordUse(
  held: GrantInUse,
  token: string,
  outcome: UseOutcome,
): Promise<GrantStatus | 'not-connected'> {
  // Most uses change nothing but the time of the last one, whichever token they were made with.
  if (outcome.use === 'answered' && (await recordUsedAt(held.db, held.org, held.key, held.world.now())))
    return 'connected'
  return inTransaction(held.db, async (tx) => {
    const grant = await lockGrant(tx, held.org, held.key)
    if (!grant) return 'not-connected'
    // Refreshed meanwhile: the outcome of the old token says nothing about the new one.
    const { accessToken } = decryptTokens(held.keyring, held.org, held.key, grant.tokens)
    return accessToken === token ? recordUseLocked(held, tx, grant, outcome) : grant.status
  })
}

/** The same, for a grant whose row is already locked. */
export async function recordUseLocked(
  held: GrantInUse,
  tx: Db,
  grant: StoredGrant,
  outcome: UseOutcome,
): Promise<GrantStatus> {
  const { org, key } = held
  const { use, lastError } = outcome
  const now = held.world.now()
  const to = nextGrantStatus(use, grant.status)
  await updateGrantStatus(tx, org, key, { status: to, lastError, now, ...(use === 'answered' && { usedAt: now }) })
  const change = { provider: grant.provider, from: grant.status, to, lastError }
  if (!('connectionId' in key)) await publishToolGrantStatus(tx, key, change, held)
  else {
    await publishConnectionStatus(tx, org, { id: key.connectionId, ...change }, held.announce)
    if (to === 'connected' && grant.status !== to) await held.onConnected?.(tx, org, key.connectionId)
  }
  return to
}

type StatusChange = { provider: string; from?: GrantStatus; to: GrantStatus; lastError?: string }

/** Publishes a connection's status change; a new connection has no previous status. */
export async function publishConnectionStatus(
  tx: Db,
  org: OrgKey,
  change: StatusChange & { id: string },
  announce: GrantDeps['announce'],
) {
  if (change.from === change.to) return
  const data = { connectionId: change.id, ...describeChange(change) }
  await announce(tx, { orgId: org.id, type: 'connection.status_changed', data })
}

/** Publishes that the status of a tool's grant changed, with the playbooks that call the tool. */
async function publishToolGrantStatus(
  tx: Db,
  { agent, toolId }: ToolGrantKey,
  change: StatusChange,
  { announce, findToolUsers }: Pick<GrantDeps, 'announce' | 'findToolUsers'>,
) {
  if (change.from === change.to) return
  const playbooks = (await findToolUsers?.(tx, agent, toolId)) ?? []
  const data = { agentId: agent.id, toolId, ...describeChange(change), playbooks }
  await announce(tx, { orgId: agent.orgId, type: 'connection.status_changed', data })
}

function describeChange({ provider, from, to, lastError }: StatusChange) {
  return {
    provider,
    status: to,
    ...(from && { previousStatus: from }),
    ...(lastError !== undefined && { lastError }),
  }
}

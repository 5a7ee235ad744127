import type { Db } from '../../platform/db/database.ts'
import type { OrgKey } from '../../platform/http/route.ts'
import type { GrantStatus, ToolGrantKey } from './connection.ts'
import type { GrantDeps } from './deps.ts'

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
export async function publishToolGrantStatus(
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

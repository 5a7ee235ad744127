import type { Db } from '../../platform/db/database.ts'
import type { OrgKey } from '../../platform/http/route.ts'
import type { GrantStatus } from './connection.ts'
import type { GrantDeps } from './deps.ts'

type ConnectionStatusChange = { id: string; provider: string; from?: GrantStatus; to: GrantStatus; lastError?: string }

/** Publishes a connection's status change; a new connection has no previous status. */
export async function publishConnectionStatus(
  tx: Db,
  org: OrgKey,
  change: ConnectionStatusChange,
  announce: GrantDeps['announce'],
) {
  const { id, provider, from, to, lastError } = change
  if (from === to) return
  const data = {
    connectionId: id,
    provider,
    status: to,
    ...(from && { previousStatus: from }),
    ...(lastError !== undefined && { lastError }),
  }
  await announce(tx, { orgId: org.id, type: 'connection.status_changed', data })
}

import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { StreamedResponse } from '../../../../platform/outbound/index.ts'
import type { World } from '../../../../platform/world.ts'
import type { GatewayAccess } from '../../../agents/index.ts'
import type { ConversationDeps } from '../../deps.ts'

export type RelayDeps = {
  db: Db
  world: World
  log: Pick<ConversationDeps['log'], 'warn'>
  gateway: Pick<GatewayAccess, 'relays' | 'webhook'>
  /** Connection for LISTEN, to receive notifications of other processes at once. Default: polls every second. */
  databaseUrl?: () => string
}

/** The request that the webhook would have received. */
export type RelayedRequest = { headers: Record<string, string>; body: Buffer }

/** Replaces the call of a webhook: returns the listener's response, or throws `OutboundFailedError`. */
export type RelayCall = (agent: AgentKey, request: RelayedRequest, signal: AbortSignal) => Promise<StreamedResponse>

export type RelayedAnswer = { status: number; contentType?: string; body: Buffer } | { failed: string }

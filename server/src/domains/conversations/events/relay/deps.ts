import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { StreamedResponse } from '../../../../platform/outbound/index.ts'
import type { World } from '../../../../platform/world.ts'
import type { createGatewayAccess } from '../../../agents/index.ts'
import type { ConversationDeps } from '../../deps.ts'

export type RelayDeps = {
  db: Db
  world: World
  log: Pick<ConversationDeps['log'], 'warn'>
  gateway: Pick<ReturnType<typeof createGatewayAccess>, 'relays' | 'webhook'>
  /** Where to hear the other processes at once; without it they are asked every second. */
  databaseUrl?: () => string
}

/** What a webhook would have been called with. */
export type RelayedRequest = { headers: Record<string, string>; body: Buffer }

/** In the place of a webhook's call: answers what was answered where the listener is, or throws `OutboundFailed`. */
export type RelayCall = (agent: AgentKey, request: RelayedRequest, signal: AbortSignal) => Promise<StreamedResponse>

/** What came of a call: an answer, or why there is none. */
export type RelayedAnswer = { status: number; contentType?: string; body: Buffer } | { failed: string }

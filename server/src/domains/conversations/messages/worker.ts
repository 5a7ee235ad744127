import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { enterLane, laneEntrySql, laneName, nudge } from '../../../platform/work/index.ts'
import { batchLanes, createAcceptBatch } from './queries.ts'

/** Messages of one person and priority are sent strictly in order. */
export const messageWork = {
  kind: 'conversations.message',
  table: 'messages',
  key: ['agent_key', 'asid', 'message_key'],
  lane: ['agent_key', 'asid', 'priority'],
  order: 'message_key',
} as const

export type Priority = 'now' | 'batch'
type MessageLaneKey = { asid: string; priority: Priority }

/** Call before a message is inserted or made due again, in the same transaction. */
export function enterMessageLane(
  tx: Db,
  agent: AgentKey,
  { asid, priority }: MessageLaneKey,
  dueAt: Date,
): Promise<void> {
  return enterLane(tx, messageWork, { agent_key: agent.key, asid, priority }, dueAt)
}

export function messageLaneName(agentKey: number, { asid, priority }: MessageLaneKey): string {
  return laneName(messageWork.lane, { agent_key: agentKey, asid, priority })
}

/** The fast path; see `createAcceptBatch`. */
export const acceptBatch = createAcceptBatch(laneEntrySql(messageWork.kind, batchLanes))

/** Call after the messages are committed: wakes the dispatchers. */
export function nudgeDispatch(db: Db): void {
  nudge(db, messageWork.kind)
}

import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { enterLane, laneEntrySql, laneName, nudge } from '../../../platform/work/index.ts'
import { batchLanes, createAcceptBatch } from './queries.ts'

/** Messages of one person and line leave strictly in order. */
export const messageWork = {
  kind: 'conversations.message',
  table: 'messages',
  key: ['agent_key', 'asid', 'message_key'],
  lane: ['agent_key', 'asid', 'line'],
  order: 'message_key',
} as const

export type Priority = 'now' | 'batch'
type MessageLaneKey = { asid: string; line: Priority }

/** Before a message is written or made due again, in its transaction. */
export function enterMessageLane(tx: Db, agent: AgentKey, { asid, line }: MessageLaneKey, dueAt: Date): Promise<void> {
  return enterLane(tx, messageWork, { agent_key: agent.key, asid, line }, dueAt)
}

export function messageLaneName(agentKey: number, { asid, line }: MessageLaneKey): string {
  return laneName(messageWork.lane, { agent_key: agentKey, asid, line })
}

/** Many at once; see `takePlain`. */
export const acceptBatch = createAcceptBatch(laneEntrySql(messageWork.kind, batchLanes))

/** They are committed: whoever dispatches may look. */
export function nudgeDispatch(db: Db): void {
  nudge(db, messageWork.kind)
}

import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { enterLane, laneEntry, laneName, nudge } from '../../../platform/work/index.ts'
import { lanesOfPlain, takePlain } from './queries.ts'

/** Messages of one person and line leave strictly in order. */
export const messageWork = {
  kind: 'conversations.message',
  table: 'messages',
  key: ['agent_key', 'asid', 'message_key'],
  lane: ['agent_key', 'asid', 'line'],
  order: 'message_key',
} as const

export type Line = 'now' | 'batch'
type Whose = { asid: string; line: Line }

/** Before a message is written or made due again, in its transaction. */
export function enterLine(tx: Db, agent: AgentKey, { asid, line }: Whose, dueAt: Date): Promise<void> {
  return enterLane(tx, messageWork, { agent_key: agent.key, asid, line }, dueAt)
}

export function lineName(agentKey: number, { asid, line }: Whose): string {
  return laneName(messageWork.lane, { agent_key: agentKey, asid, line })
}

/** Many at once; see `takePlain`. */
export const takeAtAGlance = takePlain(laneEntry(messageWork.kind, lanesOfPlain))

/** They are committed: whoever dispatches may look. */
export function nudgeDispatch(db: Db): void {
  nudge(db, messageWork.kind)
}

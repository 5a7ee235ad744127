import type { Db } from '../../../../platform/db/database.ts'
import { nudge } from '../../../../platform/work/index.ts'

export const replayQueue = { kind: 'replays', table: 'replay_conversations', key: ['agent_key', 'id'] } as const

export function nudgeReplays(tx: Db): void {
  nudge(tx, replayQueue.kind)
}

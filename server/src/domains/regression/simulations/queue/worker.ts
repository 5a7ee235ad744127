import type { Db } from '../../../../platform/db/database.ts'
import { nudge } from '../../../../platform/work/index.ts'

export const conversationQueue = {
  kind: 'tests.simulations',
  table: 'simulated_conversations',
  key: ['agent_key', 'id'],
} as const

export function nudgeConversations(tx: Db): void {
  nudge(tx, conversationQueue.kind)
}

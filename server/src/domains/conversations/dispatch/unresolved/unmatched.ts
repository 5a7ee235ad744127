import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { LiveBinding } from '../../../channels/index.ts'
import type { DispatchDeps } from '../deps.ts'
import { insertDispatches } from '../queries/hand-overs.ts'
import { keyOf, type MessageRow } from '../queries/message-row.ts'
import { confirmTaken } from './confirm.ts'
import { insertUnmatched, lockOldestInDoubt, takeUnmatched, type Unmatched } from './queries/unmatched.ts'

type Came = Pick<Unmatched, 'state' | 'channelMessageId'> & { binding: LiveBinding; to: string }

/**
 * Takes a receipt for something that nobody knows: the provider's answer, and so its id of the message, may have got lost.
 * It is kept while a message to that person is in doubt.
 */
export async function takeUnmatchedReceipt(tx: Db, agent: AgentKey, came: Came, deps: MatchDeps): Promise<void> {
  const { binding, to, ...receipt } = came
  const { channel, bindingKey } = binding
  const now = deps.world.now()
  const asid = await insertUnmatched(tx, agent, { channel, bindingKey, address: to, ...receipt, now })
  if (asid !== undefined) await matchOldest(tx, agent, { asid, bindingKey, channel }, deps)
}

export type MatchDeps = DispatchDeps & {
  reach(tx: Db, agent: AgentKey, reached: { row: MessageRow; state: Unmatched['state'] }): Promise<void>
}
export type Doubted = { asid: string; bindingKey: number; channel: LiveBinding['channel'] }

/**
 * The oldest message to somebody that is in doubt is the one that the oldest receipt speaks of: messages leave in order. While
 * another is just handed over it may be that one, and nothing is decided. True where one was found.
 */
export async function matchOldest(tx: Db, agent: AgentKey, doubted: Doubted, deps: MatchDeps): Promise<boolean> {
  const row = await lockOldestInDoubt(tx, agent, doubted, deps.world.now())
  const found = row && (await takeUnmatched(tx, agent, doubted, row.accepted_at))
  if (!found) return false
  const { channelMessageId, states } = found
  const { bindingKey } = doubted
  const now = deps.world.now()
  await insertDispatches(tx, agent, [{ bindingKey, channelMessageId, ...keyOf(row), bubble: row.handed, now }])
  const taken = await confirmTaken(tx, agent, row, deps)
  if (taken.bubbles === 1) for (const state of states) await deps.reach(tx, agent, { row: taken, state })
  return true
}

import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { DeskDeps } from '../deps.ts'
import { type DeskConversation, insertDeskEvent, lockDeskConversation, saveDeskStatus } from '../queries/status.ts'
import { applyDeskAction, type DeskAction, type DeskMove, type DeskTransition } from './transitions.ts'

export type MoveDeps = Pick<DeskDeps, 'world' | 'announce' | 'notifyTeam'>
export type MoveResult = DeskTransition & { conversation: DeskConversation }

/**
 * Applies an action under the lock of the conversation, so that of two members who take it at once one wins. Undefined
 * if there is no such conversation.
 */
export async function moveConversation(
  tx: Db,
  agent: AgentKey,
  { asid, action }: { asid: string; action: DeskAction },
  deps: MoveDeps,
): Promise<MoveResult | undefined> {
  const conversation = await lockDeskConversation(tx, agent, asid)
  if (!conversation) return undefined
  const result = applyMove(conversation, action, deps)
  if ('refused' in result) return { ...result, conversation }
  const { after, move, seconds } = result
  if (after !== conversation.status) await saveDeskStatus(tx, agent, asid, after)
  if (move) {
    const at = deps.world.now()
    const memberId = 'by' in action ? action.by : undefined
    const note = action.kind === 'return' ? action.note : undefined
    const { sandbox } = conversation
    await insertDeskEvent(tx, agent, { asid, kind: move, status: after, memberId, note, seconds, sandbox, at })
    if (!sandbox) await publishMove(tx, agent, { conversation, move, assignee: after.assignee, memberId }, deps)
  }
  return { ...result, conversation }
}

const applyMove = ({ status }: DeskConversation, action: DeskAction, { world }: MoveDeps): DeskTransition =>
  applyDeskAction(status, action, world.now())

type PublishedMove = { conversation: DeskConversation; move: DeskMove; assignee?: string; memberId?: string }

const webhookEvents: Partial<Record<DeskMove, string>> = {
  waiting: 'desk.waiting',
  taken: 'desk.taken',
  assigned: 'desk.taken',
  returned: 'desk.returned',
  closed: 'desk.closed',
}

/** Ids only: nothing that a person or a member wrote. */
async function publishMove(
  tx: Db,
  agent: AgentKey,
  { conversation, move, assignee, memberId }: PublishedMove,
  { announce, notifyTeam, world }: MoveDeps,
): Promise<void> {
  const { asid: userId, sessionId, channel, personId } = conversation
  const type = webhookEvents[move]
  const data = {
    agentId: agent.id,
    userId,
    ...(personId !== undefined && { personId }),
    sessionId,
    channel,
    ...(assignee !== undefined && { assignee }),
    ...(memberId !== undefined && { by: memberId }),
  }
  if (type !== undefined) await announce(tx, { orgId: agent.orgId, type, data })
  if (move !== 'waiting') return
  const id = `desk_${userId}_${world.now().getTime()}`
  await notifyTeam(tx, agent, { id, text: `Someone is waiting at the desk on ${channel}: ${userId}` })
}

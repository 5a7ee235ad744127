import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type { Definitions } from '../../agents/index.ts'
import type { WriteLog } from '../../conversations/index.ts'
import { findLivePartner } from '../actions/person.ts'
import { findActiveGoal, findReachedGoal } from './goal.ts'

export type LinkTap = { asid: string; outreachId: string; channel: string; sessionId?: string }
export type LinkGoalDeps = { definitions: Pick<Definitions, 'read'>; announce: Announce; writeLog: WriteLog }

/** Publishes the Goal that a tapped link of an Outreach reaches, if any, in the transaction of the tap. */
export async function reachLinkGoal(
  tx: Db,
  agent: AgentKey,
  { asid, outreachId, channel, sessionId }: LinkTap,
  { definitions, announce, writeLog }: LinkGoalDeps,
): Promise<void> {
  const partner = await findLivePartner(tx, agent, asid)
  const definition = await definitions.read(tx, agent)
  const outreach = definition.outreaches.find(({ id }) => id === outreachId)
  if (!partner || !outreach) return
  const active = findActiveGoal(definition, { playbookId: outreach.playbookId, outreachId }, partner)
  const goal = findReachedGoal(active, 'link.tapped', [])
  if (!goal) return
  const data = { agentId: agent.id, goalId: goal.id, personId: partner.id, userId: asid, sessionId, channel }
  await announce(tx, { orgId: agent.orgId, type: 'goal.reached', data })
  writeLog(agent, { level: 'info', event: 'goal.reached', asid, sessionId, data: { goalId: goal.id } })
}

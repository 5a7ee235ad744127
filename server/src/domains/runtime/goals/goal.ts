import type { AgentDefinition, AgentGoal, GoalAssignment } from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type { Definitions } from '../../agents/index.ts'
import type { WriteLog } from '../../conversations/index.ts'
import { findLivePartner } from '../actions/person.ts'
import type { ConversationPartner, ConversationState, TrackedGoalEvent } from '../deps.ts'

export type ActiveGoal = { goal: AgentGoal; source: 'playbook' | 'outreach' | 'default' }

type GoalScope = Pick<ConversationState, 'playbookId' | 'outreachId'>

/** Returns the Goal of the most specific assignment: playbook, then Outreach, then default. */
export function findActiveGoal(
  definition: AgentDefinition,
  at: GoalScope,
  partner: ConversationPartner,
): ActiveGoal | undefined {
  const sources = [
    ['playbook', definition.playbooks.find(({ id }) => id === at.playbookId)?.goal],
    ['outreach', definition.outreaches.find(({ id }) => id === at.outreachId)?.goal],
    ['default', definition.goals.defaultGoal],
  ] as const
  for (const [source, assignment] of sources) {
    const goal = assignment && resolveAssignment(definition, assignment, partner)
    if (goal) return { goal, source }
  }
  return undefined
}

/**
 * When the condition is true, `then` replaces the Goal. If that is absent or no longer exists, the next source applies.
 */
function resolveAssignment(
  { goals }: AgentDefinition,
  assignment: GoalAssignment,
  partner: ConversationPartner,
): AgentGoal | undefined {
  const { goalId, unless } = assignment
  const wanted = unless && conditionHolds(unless, partner) ? assignment.then : goalId
  return goals.goals.find(({ id }) => id === wanted)
}

function conditionHolds(
  { field, op, ...rest }: NonNullable<GoalAssignment['unless']>,
  partner: ConversationPartner,
): boolean {
  const value = readCustomField(partner, field)
  if (op === 'exists') return value !== undefined && value !== ''
  return value !== undefined && 'value' in rest && value === rest.value
}

const customFields = 'person.customFields.'

function readCustomField(partner: ConversationPartner, field: string): string | undefined {
  if (field.startsWith(customFields)) {
    const key = field.slice(customFields.length)
    return Object.hasOwn(partner.customFields, key) ? partner.customFields[key] : undefined
  }
  if (field === 'person.lastCallAt') return partner.lastCallAt?.toISOString()
  return field === 'person.consent.status' ? partner.consent.status : partner.status
}

/** Returns the active Goal if the event reaches it and it was not reached earlier in this session. */
export function findReachedGoal(
  active: ActiveGoal | undefined,
  event: TrackedGoalEvent | 'link.tapped',
  reached: readonly string[],
): AgentGoal | undefined {
  if (!active || reached.includes(active.goal.id)) return undefined
  const { definition } = active.goal
  return definition.kind === 'event' && definition.event === event ? active.goal : undefined
}

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

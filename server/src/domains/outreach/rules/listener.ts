import type { AutomatedOutreach } from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { OutboxEvent, OutboxListener } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import type { Definitions } from '../../agents/index.ts'
import { type PersonListener, personProfiles } from '../../people/index.ts'
import { type GoalRecord, recordGoals } from '../goals/queries.ts'
import { deleteRecheck } from '../rechecks/queries.ts'
import type { SendState } from '../sends/send.ts'
import { applyPersonNews, enrollPeople, type PersonNews } from '../sequences/listener.ts'
import { deleteRuleRowsOfPerson, endRuleRows, findAgentsWithRules, mergeRuleRows, type RuleRowKey } from './queries.ts'
import { enqueueRuleRows } from './worker.ts'

type RuleEvent = AutomatedOutreach['trigger']['event']

/** An event that may trigger rules; the person is given by id, or by the identity they wrote from. */
type Trigger = { event: RuleEvent; personId?: string; asid?: string }

type TriggerEventData = {
  agentId: string
  personId?: string
  userId?: string
  changed?: string[]
  status?: { to?: string }
  goalId?: string
}

const triggersByEvent = new Map<string, (eventData: TriggerEventData) => RuleEvent[]>([
  ['person.created', () => ['person.created']],
  ['person.updated', changesOf],
  ['appointment.booked', () => ['appointment.booked']],
  ['appointment.cancelled', () => ['appointment.cancelled']],
  ['conversation.ended', () => ['conversation.ended']],
])

/** Maps a published event to rule triggers; most events map to none. */
function toTriggers({ type, data }: OutboxEvent): Trigger[] {
  const eventsOf = triggersByEvent.get(type)
  if (!eventsOf) return []
  const eventData = data as TriggerEventData
  const { personId, userId: asid } = eventData
  return eventsOf(eventData).map((event) => ({ event, personId, asid }))
}

/** Person fields that are not profile data. Call times follow appointments, which have events of their own. */
const nonProfileFields = new Set(['status', 'identities', 'journal', 'scheduledCallAt', 'lastCallAt'])

function changesOf({ changed = [], status }: TriggerEventData): RuleEvent[] {
  const isField = changed.some((name) => !nonProfileFields.has(name))
  return [
    ...(status ? (['person.statusChanged'] as const) : []),
    ...(isField ? (['person.fieldChanged'] as const) : []),
  ]
}

export type RuleListenerDeps = { definitions: Pick<Definitions, 'read'>; world: World }

/**
 * Processes published events in their transaction, so a rule row or an enrollment is created if and only if the change
 * commits. When no agent has rules or sequences, this costs a single lookup.
 */
export function createRuleListener(deps: RuleListenerDeps): OutboxListener {
  return async (tx, events) => {
    const meant = events.filter(({ type }) => triggersByEvent.has(type) || type === 'goal.reached')
    if (meant.length === 0) return
    await recordGoals(tx, meant.flatMap(toGoalRecords), deps.world.now())
    const byAgent = Map.groupBy(meant, ({ orgId, data }) => pathOf(orgId, data as TriggerEventData))
    const wanted = meant.map(({ orgId, data }) => ({ orgId, id: (data as TriggerEventData).agentId }))
    const distinct = new Map(wanted.map((one) => [`${one.orgId}/${one.id}`, one]))
    for (const agent of await findAgentsWithRules(tx, [...distinct.values()])) {
      const own = byAgent.get(`${agent.orgId}/${agent.id}`) ?? []
      await triggerRules(tx, agent, own.flatMap(toTriggers), deps)
      await applyPersonNews(tx, agent, toPersonNews(own), deps)
    }
  }
}

const pathOf = (orgId: string, { agentId }: TriggerEventData): string => `${orgId}/${agentId}`

function toGoalRecords({ orgId, type, data }: OutboxEvent): GoalRecord[] {
  const { agentId, personId, goalId } = data as TriggerEventData
  return type === 'goal.reached' && personId && goalId ? [{ orgId, agentId, personId, goalId }] : []
}

/** What may end enrollments in sequences. */
function toPersonNews(events: readonly OutboxEvent[]): PersonNews {
  const of = (type: string) =>
    events.flatMap((event) => {
      const data = event.data as TriggerEventData
      return event.type === type && data.personId !== undefined ? [{ ...data, personId: data.personId }] : []
    })
  const updated = of('person.updated')
  return {
    converted: updated.flatMap(({ personId, status }) => (status?.to === 'converted' ? [personId] : [])),
    changed: updated.map(({ personId }) => personId),
    goals: of('goal.reached').map(({ personId, goalId = '' }) => ({ personId, goalId })),
  }
}

async function triggerRules(tx: Db, agent: AgentKey, triggers: Trigger[], { definitions, world }: RuleListenerDeps) {
  if (triggers.length === 0) return
  const { automatedOutreach, sequences } = await definitions.read(tx, agent)
  for (const rule of automatedOutreach) {
    const meant = triggers.filter(({ event }) => event === rule.trigger.event)
    if (rule.enabled === false || meant.length === 0) continue
    const personIds = await findTriggeredPeople(tx, agent, rule.trigger, meant)
    await enqueueRuleRows(tx, agent, { rule, personIds, now: world.now() })
  }
  for (const sequence of sequences) {
    const { entry, enabled } = sequence
    const meant = triggers.filter(({ event }) => event === entry?.event)
    if (!entry || enabled === false || meant.length === 0) continue
    const personIds = await findTriggeredPeople(tx, agent, entry, meant)
    await enrollPeople(tx, agent, { sequence, personIds }, { world })
  }
}

/** Returns the people who match the filter after the change. */
async function findTriggeredPeople(
  tx: Db,
  agent: AgentKey,
  trigger: AutomatedOutreach['trigger'],
  meant: Trigger[],
): Promise<string[]> {
  const holders = await personProfiles.findHolderIds(
    tx,
    agent,
    meant.flatMap(({ personId, asid }) => (personId === undefined && asid !== undefined ? [asid] : [])),
  )
  const ids = new Set([...meant.flatMap(({ personId }) => personId ?? []), ...holders])
  return personProfiles.matching(tx, agent, trigger.filter ?? {}, [...ids])
}

export const rulesPersonListener: PersonListener = {
  onMerge: (tx, agent, { from, into }) => mergeRuleRows(tx, agent, { from: from.id, into: into.id }),
  async onErase(tx, agent, { id }) {
    await deleteRuleRowsOfPerson(tx, agent, id)
    await deleteRecheck(tx, agent, id)
  },
}

export type SendOutcome = { state: Exclude<SendState, 'queued' | 'sending'>; reason?: string }

/** Records the outcomes of rule sends, in the transaction that ends them. */
export async function recordSendOutcomes(
  tx: Db,
  agent: AgentKey,
  names: readonly RuleRowKey[],
  { state, reason }: SendOutcome,
): Promise<void> {
  if (names.length === 0) return
  const end = state === 'sent' ? { state } : { state: 'failed' as const, reason: reason ?? state }
  await endRuleRows(tx, agent, names, end)
}

import type { AutomatedOutreach } from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { OutboxEvent, OutboxListener } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import type { Definitions } from '../../agents/index.ts'
import { type PersonListener, personProfiles } from '../../people/index.ts'
import { deleteRecheck } from '../rechecks/queries.ts'
import type { SendState } from '../sends/send.ts'
import { deleteRuleRowsOfPerson, endRuleRows, findAgentsWithRules, mergeRuleRows, type RuleRowKey } from './queries.ts'
import { enqueueRuleRows } from './worker.ts'

type RuleEvent = AutomatedOutreach['trigger']['event']

/** An event that may trigger rules; the person is given by id, or by the identity they wrote from. */
type Trigger = { event: RuleEvent; orgId: string; agentId: string; personId?: string; asid?: string }

type TriggerEventData = { agentId: string; personId?: string; userId?: string; changed?: string[]; status?: object }

const triggersByEvent = new Map<string, (eventData: TriggerEventData) => RuleEvent[]>([
  ['person.created', () => ['person.created']],
  ['person.updated', changesOf],
  ['appointment.booked', () => ['appointment.booked']],
  ['appointment.cancelled', () => ['appointment.cancelled']],
  ['conversation.ended', () => ['conversation.ended']],
])

/** Maps a published event to rule triggers; most events map to none. */
function toTriggers({ orgId, type, data }: OutboxEvent): Trigger[] {
  const eventsOf = triggersByEvent.get(type)
  if (!eventsOf) return []
  const eventData = data as TriggerEventData
  const { agentId, personId, userId: asid } = eventData
  return eventsOf(eventData).map((event) => ({ event, orgId, agentId, personId, asid }))
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
 * Processes published events in their transaction, so a rule row is created if and only if the change commits. When no
 * agent has rules, this costs a single lookup.
 */
export function createRuleListener(deps: RuleListenerDeps): OutboxListener {
  return async (tx, events) => {
    const triggers = events.flatMap(toTriggers)
    if (triggers.length === 0) return
    const byAgent = Map.groupBy(triggers, pathOf)
    const wanted = new Map(triggers.map((one) => [pathOf(one), { orgId: one.orgId, id: one.agentId }]))
    const agents = await findAgentsWithRules(tx, [...wanted.values()])
    for (const agent of agents)
      await triggerRules(tx, agent, byAgent.get(pathOf({ orgId: agent.orgId, agentId: agent.id })) ?? [], deps)
  }
}

const pathOf = ({ orgId, agentId }: Pick<Trigger, 'orgId' | 'agentId'>): string => `${orgId}/${agentId}`

async function triggerRules(tx: Db, agent: AgentKey, triggers: Trigger[], { definitions, world }: RuleListenerDeps) {
  const { automatedOutreach } = await definitions.read(tx, agent)
  for (const rule of automatedOutreach) {
    const meant = triggers.filter(({ event }) => event === rule.trigger.event)
    if (rule.enabled === false || meant.length === 0) continue
    await enqueueRuleRows(tx, agent, {
      rule,
      personIds: await findTriggeredPeople(tx, agent, rule, meant),
      now: world.now(),
    })
  }
}

/** Returns the people who match the filter after the change. */
async function findTriggeredPeople(
  tx: Db,
  agent: AgentKey,
  { trigger }: AutomatedOutreach,
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

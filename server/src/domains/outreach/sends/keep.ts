import type { Db } from '../../../platform/db/database.ts'
import { createFairSlots } from '../../../platform/fair/slots.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { type Announce, type OutboxEvent, toNobody } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import type { Definitions } from '../../agents/index.ts'
import { type Person, recipients } from '../../people/index.ts'
import { sendUpdated } from './events.ts'
import { type Keeping, keepSends } from './queries/keep.ts'
import { gather, insertSends, inTransaction, isOvertaken, waitAtMost, writesAtOnce } from './queries.ts'
import type { NewSend } from './send.ts'
import { nudgeSends } from './worker.ts'

type Writing = Parameters<typeof recipients.write>[1]

/** A send that was decided on, and what it writes of its person. */
export type Plan = {
  agent: AgentKey
  send: NewSend & { known: boolean }
  newcomer?: Writing['newcomers'][number]
  update?: Writing['updates'][number] & { before: Person; after: Person; changed: string[] }
  /** Rules hear what is told of people, and identities that nobody holds are given away: both need a second look. */
  needsCare: boolean
}

type KeepDeps = { db: Db; world: World; definitions: Definitions; announce: Announce }

/**
 * Keeps sends: those that arrive at the same time share a statement, since each commit costs more than the rest. False when
 * somebody else was quicker: the key is used, the place is taken, or the person is gone.
 */
export function keeperOf(deps: KeepDeps): (plan: Plan) => Promise<boolean> {
  const together = gather((plans: Plan[]) => keepTogether(plans, deps), { atOnce: writesAtOnce, most: 64 })
  // Whoever has to wait for others does so by itself, and not with all connections.
  const slots = createFairSlots({ slots: 6, reserve: 2 })
  return async (plan) => {
    const fate = plan.needsCare ? 'alone' : await together(plan)
    if (fate !== 'alone') return fate === 'kept'
    return slots.run({ tenant: plan.agent.orgId }, () => keepAlone(plan, deps))
  }
}

/** `alone`: it, or one of those with it, was overtaken or met a lock. */
type Fate = 'kept' | 'overtaken' | 'alone'

async function keepTogether(plans: Plan[], deps: KeepDeps): Promise<Fate[]> {
  const first = withoutRepeats(plans)
  try {
    const kept = await keepSends(deps.db, keepingOf(first, deps.world), deps.announce.addressing ?? toNobody)
    if (kept.size > 0) nudgeSends(deps.db)
    return plans.map(({ send }) => (kept.has(send.id) ? 'kept' : 'overtaken'))
  } catch (error) {
    if (!isOvertaken(error)) throw error
    return plans.map(() => 'alone')
  }
}

/** Of several with one key, one new place or one person the first is kept; the others are decided on anew after it. */
function withoutRepeats(plans: readonly Plan[]): Plan[] {
  const seen = new Set<string>()
  return plans.filter(({ agent, send, newcomer, update }) => {
    const marks = [
      `${agent.key} ${send.keyHash?.toString('hex')}`,
      ...(newcomer ? [`${agent.key} ${newcomer.address}`] : []),
      ...(update ? [`${agent.key} ${update.personKey}`] : []),
    ]
    const isNew = marks.every((mark) => !seen.has(mark))
    for (const mark of marks) seen.add(mark)
    return isNew
  })
}

function keepingOf(plans: readonly Plan[], world: World): Keeping {
  const because = ({ agent, send }: Plan) => ({ agentKey: agent.key, because: send.id })
  return {
    sends: plans,
    newcomers: plans.flatMap((plan) => (plan.newcomer ? [{ ...because(plan), ...plan.newcomer }] : [])),
    updates: plans.flatMap((plan) => (plan.update ? [{ ...because(plan), ...plan.update }] : [])),
    events: plans.flatMap((plan) =>
      eventsOf(plan).map((event) => ({ id: world.newId('evt'), ...because(plan), event })),
    ),
    now: world.now(),
  }
}

function eventsOf({ agent, send, newcomer, update }: Plan): OutboxEvent[] {
  return [
    ...(newcomer ? [recipients.created(agent, newcomer.person)] : []),
    ...(update ? [recipients.updated(agent, update.before, update.after, update.changed)] : []),
    sendUpdated(agent, { ...send, state: 'queued' }),
  ]
}

const longMilliseconds = 5_000

async function keepAlone(plan: Plan, deps: KeepDeps): Promise<boolean> {
  try {
    return await inTransaction(deps.db, async (tx) => {
      await waitAtMost(tx, longMilliseconds)
      return write(tx, plan, deps)
    })
  } catch (error) {
    if (error instanceof recipients.Overtaken) return false
    throw error
  }
}

/** The send first: where the key is used, nothing is written of the person. */
async function write(tx: Db, plan: Plan, { world, definitions, announce }: KeepDeps): Promise<boolean> {
  const { agent, send, newcomer, update } = plan
  if ((await insertSends(tx, agent, [send])).size === 0) return false
  const events = await recipients.write(
    { tx, agent, world, definitions },
    { newcomers: newcomer ? [newcomer] : [], updates: update ? [update] : [] },
  )
  await announce(tx, ...events, sendUpdated(agent, { ...send, state: 'queued' }))
  nudgeSends(tx)
  return true
}

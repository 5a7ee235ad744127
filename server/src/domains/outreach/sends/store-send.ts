import { batch } from '../../../platform/db/batch.ts'
import type { Db } from '../../../platform/db/database.ts'
import { isConcurrencyConflict } from '../../../platform/db/errors.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { createFairSlots } from '../../../platform/fairness/slots.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { type Announce, noRecipients, type OutboxEvent } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import type { Definitions } from '../../agents/index.ts'
import { type Person, recipients } from '../../people/index.ts'
import { insertSendBatch, type SendBatch } from './queries/store-send.ts'
import { insertSends, setLockTimeout, writeConcurrency } from './queries.ts'
import { type NewSend, sendUpdated } from './send.ts'
import { nudgeSends } from './worker.ts'

type RecipientWrite = Parameters<typeof recipients.write>[1]

export type SendPlan = {
  agent: AgentKey
  send: NewSend & { known: boolean }
  newcomer?: RecipientWrite['newcomers'][number]
  update?: RecipientWrite['updates'][number] & { before: Person; after: Person; changed: string[] }
  /** Rules react to profile events, and an unassigned identity is claimed: both need a transaction of their own. */
  needsSlowPath: boolean
}

type StoreSendDeps = { db: Db; world: World; definitions: Definitions; announce: Announce }

/**
 * Stores sends. Concurrent ones are batched into one statement, because a commit costs more than the rest. Returns
 * false when a concurrent write won: the key is used, the address is taken, or the person no longer exists.
 */
export function createStoreSend(deps: StoreSendDeps): (plan: SendPlan) => Promise<boolean> {
  const together = batch((plans: SendPlan[]) => storeBatch(plans, deps), { concurrency: writeConcurrency, maxSize: 64 })
  // Limits the slow path, so sends that wait for locks cannot use up all connections.
  const slots = createFairSlots({ slots: 6, reserve: 2 })
  return async (plan) => {
    const fate = plan.needsSlowPath ? 'alone' : await together(plan)
    if (fate !== 'alone') return fate === 'kept'
    return slots.run({ tenant: plan.agent.orgId }, () => storeOne(plan, deps))
  }
}

/** `alone`: this send, or another in its batch, lost a race or hit a lock, and must be stored separately. */
type StoreOutcome = 'kept' | 'overtaken' | 'alone'

async function storeBatch(plans: SendPlan[], deps: StoreSendDeps): Promise<StoreOutcome[]> {
  const first = dedupePlans(plans)
  try {
    const stored = await insertSendBatch(
      deps.db,
      toSendBatch(first, deps.world),
      deps.announce.recipients ?? noRecipients,
    )
    if (stored.size > 0) nudgeSends(deps.db)
    return plans.map(({ send }) => (stored.has(send.id) ? 'kept' : 'overtaken'))
  } catch (error) {
    if (!isConcurrencyConflict(error)) throw error
    return plans.map(() => 'alone')
  }
}

/** Keeps the first of several plans with the same key, new address or person; the others are decided again after it. */
function dedupePlans(plans: readonly SendPlan[]): SendPlan[] {
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

function toSendBatch(plans: readonly SendPlan[], world: World): SendBatch {
  const because = ({ agent, send }: SendPlan) => ({ agentKey: agent.key, because: send.id })
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

function eventsOf({ agent, send, newcomer, update }: SendPlan): OutboxEvent[] {
  return [
    ...(newcomer ? [recipients.createdEvent(agent, newcomer.person)] : []),
    ...(update ? [recipients.updatedEvent(agent, update.before, update.after, update.changed)] : []),
    sendUpdated(agent, { ...send, state: 'queued' }),
  ]
}

const lockTimeoutMilliseconds = 5_000

async function storeOne(plan: SendPlan, deps: StoreSendDeps): Promise<boolean> {
  try {
    return await inTransaction(deps.db, async (tx) => {
      await setLockTimeout(tx, lockTimeoutMilliseconds)
      return storeInTransaction(tx, plan, deps)
    })
  } catch (error) {
    if (error instanceof recipients.RecipientConflict) return false
    throw error
  }
}

/** Inserts the send first: if the key is used, nothing is written about the person. */
async function storeInTransaction(
  tx: Db,
  plan: SendPlan,
  { world, definitions, announce }: StoreSendDeps,
): Promise<boolean> {
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

/** Enqueues a send to a known person; returns false when its key is used or the person no longer exists. */
export async function enqueueSend(tx: Db, agent: AgentKey, send: NewSend, announce: Announce): Promise<boolean> {
  const added = await insertSends(tx, agent, [{ ...send, known: true }])
  if (added.size === 0) return false
  await announce(tx, sendUpdated(agent, { ...send, state: 'queued' }))
  nudgeSends(tx)
  return true
}

import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { deleteInChunks } from '../../../platform/db/delete-in-chunks.ts'
import { pageNewestFirst } from '../../../platform/db/newest-first.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { type ListPage, type PageQuery, parsePageToken, toListPage } from '../../../platform/http/page.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { PlayedSimulation } from './play-conversation.ts'
import {
  conversationOutcomes,
  type SimulatedConversation,
  type SimulatedLine,
  type SimulatedOutcome,
  type Simulation,
  type SimulationProfile,
  type SimulationStatus,
  type SimulationSummary,
} from './simulation.ts'

export type ConversationRow = Selectable<Tables['simulated_conversations']>

const selectSimulations = (db: Db, agent: AgentKey) =>
  db.selectFrom('simulations').selectAll().where('agent_key', '=', agent.key)

export async function findSimulation(db: Db, agent: AgentKey, id: string): Promise<Simulation | undefined> {
  const row = await selectSimulations(db, agent).where('id', '=', id).executeTakeFirst()
  return row && toSimulation(row)
}

/** A weaker lock than `for update`: conversations that are written meanwhile hold a key share lock on the row. */
export async function lockSimulation(tx: Db, agent: AgentKey, id: string): Promise<Simulation | undefined> {
  const row = await selectSimulations(tx, agent).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row && toSimulation(row)
}

export async function listSimulations(db: Db, agent: AgentKey, page: PageQuery): Promise<ListPage<Simulation>> {
  const rows = await pageNewestFirst(selectSimulations(db, agent), page, { at: 'created_at', id: 'id' }).execute()
  const cursorOf = ({ createdAt, id }: Simulation) => ({ at: createdAt, id })
  return toListPage(rows.map(toSimulation), page.limit, cursorOf, (simulation) => simulation)
}

function toSimulation(row: Selectable<Tables['simulations']>): Simulation {
  return {
    id: row.id,
    status: row.status as SimulationStatus,
    profiles: row.profiles as SimulationProfile[],
    ...(row.suite !== null && { suite: row.suite }),
    count: row.total,
    maxTurns: row.max_turns,
    seed: Number(row.seed),
    ...(row.draft_id !== null && { draftId: row.draft_id }),
    createdAt: row.created_at,
    ...(row.started_at && { startedAt: row.started_at }),
    ...(row.ended_at && { endedAt: row.ended_at }),
  }
}

/** Locks the agent until the transaction ends, so that two requests cannot both pass the limit. */
export async function countOpenSimulations(tx: Db, agent: AgentKey): Promise<number> {
  await tx.selectFrom('agents').select('agent_key').where('agent_key', '=', agent.key).forNoKeyUpdate().execute()
  const row = await tx
    .selectFrom('simulations')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('agent_key', '=', agent.key)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

export type NewSimulatedConversation = { id: string; n: number; profileId: string; profile: number }
type NewSimulation = {
  simulation: Simulation
  requestedBy?: string
  conversations: readonly NewSimulatedConversation[]
}

export async function insertSimulation(
  tx: Db,
  agent: AgentKey,
  { simulation, requestedBy, conversations }: NewSimulation,
): Promise<void> {
  const { id, createdAt } = simulation
  await tx
    .insertInto('simulations')
    .values({
      agent_key: agent.key,
      id,
      status: simulation.status,
      profiles: JSON.stringify(simulation.profiles),
      suite: simulation.suite ?? null,
      total: simulation.count,
      max_turns: simulation.maxTurns,
      seed: simulation.seed,
      draft_id: simulation.draftId ?? null,
      requested_by: requestedBy ?? null,
      created_at: createdAt,
    })
    .execute()
  const rows = conversations.map(({ id: conversationId, n, profileId, profile }) => ({
    ...{ agent_key: agent.key, id: conversationId, simulation_id: id, n, profile_id: profileId, profile },
    ...{ state: 'pending', created_at: createdAt, due_at: createdAt },
  }))
  await tx.insertInto('simulated_conversations').values(rows).execute()
}

/** Read before each turn. */
export async function findSimulationStatus(db: Db, agent: AgentKey, id: string): Promise<SimulationStatus | undefined> {
  const row = await db
    .selectFrom('simulations')
    .select('status')
    .where('agent_key', '=', agent.key)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.status as SimulationStatus | undefined
}

/** Begins a simulation that has not begun; does nothing otherwise. */
export async function markSimulationRunning(
  tx: Db,
  agent: AgentKey,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('simulations')
    .set({ status: 'running', started_at: now })
    .where('agent_key', '=', agent.key)
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute()
}

type SimulationEnd = { id: string; status: 'completed' | 'cancelled'; now: Date }

export async function endSimulation(tx: Db, agent: AgentKey, { id, status, now }: SimulationEnd): Promise<void> {
  await tx
    .updateTable('simulations')
    .set({ status, ended_at: now })
    .where('agent_key', '=', agent.key)
    .where('id', '=', id)
    .execute()
}

/** Conversations that run stop before their next turn. */
export async function cancelPendingConversations(tx: Db, agent: AgentKey, simulationId: string): Promise<void> {
  await tx
    .updateTable('simulated_conversations')
    .set({ state: 'cancelled', due_at: null })
    .where('agent_key', '=', agent.key)
    .where('simulation_id', '=', simulationId)
    .where('state', '=', 'pending')
    .where('lease_token', 'is', null)
    .execute()
}

type Lease = { id: string; token: string | null }

/** Returns false if another process has the lease. */
export async function markSimulatedRunning(tx: Db, agent: AgentKey, { id, token }: Lease): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('simulated_conversations')
    .set({ state: 'running' })
    .where('agent_key', '=', agent.key)
    .where('id', '=', id)
    .where('lease_token', '=', token)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Forgets the sandbox person of the conversation, and returns it. */
export async function detachPerson(tx: Db, agent: AgentKey, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ asid: string }>`
    update simulated_conversations as now set asid = null
      from simulated_conversations as before
     where now.agent_key = ${agent.key} and now.id = ${id} and now.asid is not null
       and before.agent_key = now.agent_key and before.id = now.id
    returning before.asid`.execute(tx)
  return rows[0]?.asid
}

/** Creates the sandbox person and stores it in the leased row, so that neither exists without the other. */
export async function createSimulatedPerson(
  db: Db,
  agent: AgentKey,
  { id, token }: Lease,
  create: (tx: Db) => Promise<string>,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    const asid = await create(tx)
    const { numUpdatedRows } = await tx
      .updateTable('simulated_conversations')
      .set({ asid })
      .where('agent_key', '=', agent.key)
      .where('id', '=', id)
      .where('lease_token', '=', token)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Error('another process took over the conversation')
    return asid
  })
}

export function toPlayedColumns(played: PlayedSimulation, now: Date) {
  const { outcome, reason, transcript, directives, observed, ruleHits, costs } = played
  return {
    ...{ state: 'done', outcome, reason: reason ?? null, ended_at: now },
    ...{ turns: directives.length, rule_hits: ruleHits },
    ...{ transcript: JSON.stringify(transcript), directives: JSON.stringify(directives) },
    ...{ observed: JSON.stringify(observed), costs: JSON.stringify(costs) },
  }
}

export async function failConversation(
  tx: Db,
  agent: AgentKey,
  { id, reason, now }: { id: string; reason: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('simulated_conversations')
    .set({ state: 'done', outcome: 'error', reason, ended_at: now, turns: 0, rule_hits: 0, transcript: '[]' })
    .where('agent_key', '=', agent.key)
    .where('id', '=', id)
    .execute()
}

/** Whether other conversations of the simulation have not ended. */
export async function hasOpenSimulatedConversations(
  tx: Db,
  agent: AgentKey,
  { simulationId, except }: { simulationId: string; except: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('simulated_conversations')
    .select('id')
    .where('agent_key', '=', agent.key)
    .where('simulation_id', '=', simulationId)
    .where('id', '<>', except)
    .where('state', 'in', ['pending', 'running'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const maxFailures = 20

/** The results so far, by simulation. */
export async function summarizeSimulations(
  db: Db,
  agent: AgentKey,
  ids: readonly string[],
): Promise<Map<string, SimulationSummary>> {
  const mine = sql`agent_key = ${agent.key} and simulation_id = any(${ids}::text[]) and state = 'done'`
  const { rows: totals } = await sql<TotalsRow>`
    select simulation_id, outcome, count(*)::int as count, coalesce(sum(rule_hits), 0)::int as rule_hits
      from simulated_conversations where ${mine} group by simulation_id, outcome`.execute(db)
  const { rows: medians } = await sql<{ simulation_id: string; median: number }>`
    select simulation_id, percentile_cont(0.5) within group (order by turns) as median
      from simulated_conversations where ${mine} group by simulation_id`.execute(db)
  const { rows: costs } = await sql<{ simulation_id: string; currency: string; amount: number }>`
    select simulation_id, cost ->> 'currency' as currency, sum((cost ->> 'amount')::float8) as amount
      from simulated_conversations, jsonb_array_elements(coalesce(costs, '[]')) as cost
     where ${mine} group by 1, 2 order by amount desc`.execute(db)
  const { rows: failures } = await sql<FailureRow>`
    select simulation_id, reason as cause, count(*)::int as count, (array_agg(id order by n))[1] as id
      from simulated_conversations where ${mine} and outcome <> 'goal' and reason is not null
     group by 1, 2 order by count desc, cause`.execute(db)
  const summarize = (id: string): SimulationSummary => {
    const own = totals.filter((row) => row.simulation_id === id)
    const countOf = (outcome: string) => own.find((row) => row.outcome === outcome)?.count ?? 0
    const cost = costs.find((row) => row.simulation_id === id)
    return {
      done: own.reduce((sum, row) => sum + row.count, 0),
      outcomes: Object.fromEntries(
        conversationOutcomes.map((outcome) => [outcome, countOf(outcome)]),
      ) as SimulationSummary['outcomes'],
      ruleHits: own.reduce((sum, row) => sum + row.rule_hits, 0),
      medianTurns: medians.find((row) => row.simulation_id === id)?.median ?? 0,
      ...(cost && { cost: { amount: cost.amount, currency: cost.currency } }),
      failures: failures
        .filter((row) => row.simulation_id === id)
        .slice(0, maxFailures)
        .map(({ cause, count, id: conversationId }) => ({ cause, count, conversationId })),
    }
  }
  return new Map(ids.map((id) => [id, summarize(id)]))
}

type TotalsRow = { simulation_id: string; outcome: string; count: number; rule_hits: number }
type FailureRow = { simulation_id: string; cause: string; count: number; id: string }

type ConversationListing = PageQuery & { simulationId: string; outcome?: SimulatedOutcome }

/** In the order of the simulation. The id in a page token is the position. */
export async function listConversations<T>(
  db: Db,
  agent: AgentKey,
  { simulationId, outcome, limit, pageToken }: ConversationListing,
  show: (conversation: SimulatedConversation) => T,
): Promise<ListPage<T>> {
  const after = parsePageToken(pageToken, /^\d{1,6}$/)
  const rows = await db
    .selectFrom('simulated_conversations')
    .selectAll()
    .where('agent_key', '=', agent.key)
    .where('simulation_id', '=', simulationId)
    .where('state', '=', 'done')
    .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome as string))
    .$if(after !== undefined, (query) => query.where('n', '>', Number(after?.id)))
    .orderBy('n')
    .limit(limit + 1)
    .execute()
  const cursorOf = ({ n, endedAt }: SimulatedConversation) => ({ at: endedAt, id: String(n) })
  return toListPage(rows.map(toConversation), limit, cursorOf, show)
}

type ConversationKey = { simulationId: string; id: string }

export async function findEndedConversation(
  db: Db,
  agent: AgentKey,
  { simulationId, id }: ConversationKey,
): Promise<ConversationRow | undefined> {
  return db
    .selectFrom('simulated_conversations')
    .selectAll()
    .where('agent_key', '=', agent.key)
    .where('simulation_id', '=', simulationId)
    .where('id', '=', id)
    .where('state', '=', 'done')
    .executeTakeFirst()
}

export function toConversation(row: ConversationRow): SimulatedConversation {
  return {
    id: row.id,
    n: row.n,
    profileId: row.profile_id,
    outcome: row.outcome as SimulatedOutcome,
    ...(row.reason !== null && { reason: row.reason }),
    turns: row.turns ?? 0,
    transcript: (row.transcript ?? []) as SimulatedLine[],
    endedAt: row.ended_at ?? row.created_at,
  }
}

/** @serves all tenants */
export async function deleteOldSimulations(db: Db, before: Date): Promise<void> {
  await deleteInChunks(db, 'simulations', sql`created_at < ${before} and status in ('completed', 'cancelled')`)
}

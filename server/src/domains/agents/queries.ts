import { type AgentDefinition, type AgentIdentity, createDefinition, type DerivedFrom } from '@parley/definition'
import { type Selectable, sql } from 'kysely'
import { withinLimit } from '../../platform/db/agent-limit.ts'
import { batch, batchPerDatabase } from '../../platform/db/batch.ts'
import type { Db } from '../../platform/db/database.ts'
import { pageNewestFirst } from '../../platform/db/newest-first.ts'
import { runPrepared } from '../../platform/db/prepared.ts'
import { defineStatement } from '../../platform/db/statement.ts'
import type { Tables } from '../../platform/db/tables.generated.ts'
import { type ListPage, type PageQuery, toListPage } from '../../platform/http/page.ts'
import type { AgentKey, Author, OrgKey } from '../../platform/http/route.ts'
import { type Agent, framework } from './agent.ts'
import { recordFirstVersion } from './versions/versions.ts'

type NewAgent = {
  id: string
  name: string
  description?: string
  identity?: AgentIdentity
  defaultCountry?: string
  author?: Author
  now: Date
}

/** Returns undefined when the id is already in use. */
export async function insertAgent(db: Db, org: OrgKey, agent: NewAgent): Promise<AgentRecord | undefined> {
  const row = await db
    .insertInto('agents')
    .values({
      org_id: org.id,
      id: agent.id,
      name: agent.name,
      description: agent.description ?? null,
      identity: agent.identity ? JSON.stringify(agent.identity) : null,
      default_country: agent.defaultCountry ?? null,
      created_at: agent.now,
      updated_at: agent.now,
    })
    .onConflict((conflict) => conflict.constraint('agents_org_id_id').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  const playbooks = JSON.stringify(createDefinition(agent.name).playbooks)
  await db.insertInto('definitions').values({ agent_key: row.agent_key, playbooks }).execute()
  const record = toAgentRecord(row)
  await recordFirstVersion(db, { ...record, ...(agent.author && { author: agent.author }) }, agent.now)
  return record
}

export async function listAgents(db: Db, org: OrgKey, page: PageQuery): Promise<ListPage<Agent>> {
  const rows = db.selectFrom('agents').selectAll().where('org_id', '=', org.id).where(withinLimit(org))
  const found = await pageNewestFirst(rows, page, { at: 'created_at', id: 'id' }).execute()
  return toListPage(found, page.limit, (row) => ({ at: row.created_at, id: row.id }), toAgent)
}

export type AgentRecord = AgentKey & { agent: Agent; version: number }

type AgentLookup = { org: OrgKey; id: string }
export type AgentFinder = (org: OrgKey, id: string, tx?: Db) => Promise<AgentRecord | undefined>

/**
 * Finds agents by org and id. Every agent route starts with this read, so concurrent lookups are batched, unless the
 * caller
 * needs the view of its own transaction.
 * @serves all tenants
 */
export function createAgentFinder(db: Db): AgentFinder {
  const find = batch((wanted: AgentLookup[]) => findAgents(db, wanted))
  return async (org, id, tx) => (tx ? (await findAgents(tx, [{ org, id }]))[0] : find({ org, id }))
}

const agentsByPath = defineStatement({
  name: 'agents_by_path',
  parameters: { orgIds: 'text[]', ids: 'text[]' },
  text: `select agent_key, org_id, agents.id, agents.name, agents.description, identity, template_ref, version,
                agents.created_at, agents.updated_at, require_draft, agents.default_country,
                orgs.default_country as org_country
           from agents join unnest(:orgIds::text[], :ids::text[]) as wanted (org_id, id) using (org_id, id)
                join orgs on orgs.id = org_id`,
})

/** @serves all tenants */
async function findAgents(db: Db, wanted: AgentLookup[]): Promise<(AgentRecord | undefined)[]> {
  const pathOf = ({ org, id }: AgentLookup) => `${org.id}/${id}`
  const distinct = [...new Map(wanted.map((one) => [pathOf(one), one])).values()]
  const statement = agentsByPath({ orgIds: distinct.map(({ org }) => org.id), ids: distinct.map(({ id }) => id) })
  const rows = await runPrepared<AgentRow>(db, statement)
  const found = new Map(rows.map((row) => [`${row.org_id}/${row.id}`, toAgentRecord(row)]))
  return wanted.map((one) => found.get(pathOf(one)))
}

export async function lockAgent(db: Db, agent: AgentKey): Promise<Agent | undefined> {
  const row = await db
    .selectFrom('agents')
    .selectAll()
    .where('agent_key', '=', agent.key)
    .forUpdate()
    .executeTakeFirst()
  return row && toAgent(row)
}

/** Deletes the agent; everything it owns references its row and cascades. */
export async function deleteAgent(db: Db, agent: AgentKey): Promise<void> {
  await db.deleteFrom('agents').where('agent_key', '=', agent.key).execute()
}

type AgentRow = Selectable<Tables['agents']> & { org_country?: string | null }

function toAgentRecord(row: AgentRow): AgentRecord {
  const defaultCountry = row.default_country ?? row.org_country ?? undefined
  return {
    key: row.agent_key,
    id: row.id,
    orgId: row.org_id,
    version: row.version,
    requireDraft: row.require_draft,
    ...(defaultCountry !== undefined && { defaultCountry }),
    agent: toAgent(row),
  }
}

function toAgent(row: Selectable<Tables['agents']>): Agent {
  return {
    id: row.id,
    orgId: row.org_id,
    name: row.name,
    description: row.description ?? undefined,
    identity: (row.identity as AgentIdentity | null) ?? undefined,
    defaultCountry: row.default_country ?? undefined,
    framework,
    templateRef: (row.template_ref as DerivedFrom | null) ?? undefined,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

/** The agent with the name, description and identity of a definition, which may be a draft's. */
export function withDefinition(agent: Agent, { agent: profile, identity }: AgentDefinition): Agent {
  const { name, description, defaultCountry, templateRef } = profile
  return {
    ...agent,
    name,
    description,
    defaultCountry,
    identity: isEmpty(identity) ? undefined : identity,
    templateRef,
  }
}

const isEmpty = (value: object): boolean => Object.keys(value).length === 0

export async function readAgent(tx: Db, agent: AgentKey): Promise<Agent> {
  return toAgent(await tx.selectFrom('agents').selectAll().where('agent_key', '=', agent.key).executeTakeFirstOrThrow())
}

/** Lists the distinct pairs of agents and the connections that their tools use. */
export async function listConnectionBindings(
  db: Db,
  org: OrgKey,
): Promise<{ agentId: string; name: string; connectionId: string }[]> {
  const { rows } = await sql<{ agentId: string; name: string; connectionId: string }>`
    select distinct agents.id as "agentId", agents.name, binding -> 'config' ->> 'connectionId' as "connectionId"
      from agents join definitions using (agent_key),
           json_array_elements(coalesce(definitions.tool_bindings, '[]'::json)) as binding
     where agents.org_id = ${org.id} and ${withinLimit(org)} and binding -> 'config' ->> 'connectionId' is not null`.execute(
    db,
  )
  return rows
}

const agentsByKey = defineStatement({
  name: 'agents_by_key',
  parameters: { keys: 'bigint[]' },
  text: 'select agent_key as key, id, org_id as "orgId", version from agents where agent_key = any(:keys::bigint[])',
})

/** Finds the agent of a work row, which stores only its key; undefined when it no longer exists. @serves all tenants */
export async function findAgentByKey(db: Db, key: number): Promise<AgentKey | undefined> {
  return db.isTransaction ? (await findAgentsByKeys(db, [key]))[0] : batchedFindByKey(db, key)
}

/** Rows that are claimed together share a statement. */
const batchedFindByKey = batchPerDatabase(findAgentsByKeys)

/** @serves all tenants */
async function findAgentsByKeys(db: Db, keys: number[]): Promise<(AgentKey | undefined)[]> {
  const rows = await runPrepared<AgentKey & { version: number }>(db, agentsByKey({ keys: [...new Set(keys)] }))
  const found = new Map(rows.map((row) => [row.key, row]))
  return keys.map((key) => found.get(key))
}

type AgentSummary = AgentKey & { name: string; version: number; updatedAt: Date }

/** Sorted by name; only those that the caller of the request is limited to. */
export async function listAgentsOfOrg(db: Db, org: OrgKey): Promise<AgentSummary[]> {
  return db
    .selectFrom('agents')
    .select(['agent_key as key', 'id', 'org_id as orgId', 'name', 'version', 'updated_at as updatedAt'])
    .where('org_id', '=', org.id)
    .where(withinLimit(org))
    .orderBy('name')
    .orderBy('id')
    .execute()
}

type AgentTimeZone = { key: number; timeZone: string }

type AgentPageQuery = { key: number; madeBefore: Date; limit: number }

/**
 * Pages by key through all agents created before `madeBefore`, each with the time zone of its org. @serves all tenants
 */
export async function listAgentsAfter(db: Db, { key, madeBefore, limit }: AgentPageQuery): Promise<AgentTimeZone[]> {
  const { rows } = await sql<AgentTimeZone>`
    select agent_key as key, coalesce(orgs.time_zone, 'UTC') as "timeZone"
      from agents join orgs on orgs.id = agents.org_id
     where agent_key > ${key} and agents.created_at < ${madeBefore} order by agent_key limit ${limit}`.execute(db)
  return rows
}

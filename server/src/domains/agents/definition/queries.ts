import { type AgentDefinition, createDefinition, type SectionName } from '@parley/definition'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import { afterCommit } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'

type DefinitionRow = Selectable<Tables['definitions']>

/** The column of each section. Name, description, country, identity and templateRef are columns of the agent's own row. */
const columns = {
  personality: 'personality',
  objectives: 'objectives',
  goals: 'goals',
  playbooks: 'playbooks',
  standingInstructions: 'standing_instructions',
  guardrails: 'guardrails',
  rules: 'rules',
  messageTemplates: 'message_templates',
  toolBindings: 'tool_bindings',
  things: 'things',
  collections: 'collections',
  facts: 'facts',
  peopleFields: 'people_fields',
  locations: 'locations',
  scheduling: 'scheduling',
  notifications: 'notifications',
  integrations: 'integrations',
  outreaches: 'outreaches',
  automatedOutreach: 'automated_outreach',
  sequences: 'sequences',
  sendingSettings: 'sending_settings',
} as const satisfies Record<Exclude<SectionName, 'agent' | 'identity'>, keyof DefinitionRow>
type SectionColumn = keyof typeof columns

/** `version` says when cached copies are outdated; `number` is that of the configuration, which people see. */
export type VersionedDefinition = {
  version: number
  number: number
  definition: AgentDefinition
  /** The draft that answers a share of new sessions; every change of it raises `version`. */
  canary?: { draftId: string; percent: number } | undefined
}

/**
 * Locks the agent until the transaction ends and returns its definition version. A caller that waits longer than the
 * lock timeout gets a 503 and releases its connection, so one busy agent cannot use up the pool.
 */
export async function lockVersion(tx: Db, agent: AgentKey): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    select agents.version
      from agents cross join (select set_config('lock_timeout', '3s', true) as waits) as limits
     where agents.agent_key = ${agent.key} and limits.waits is not null
       for update of agents`.execute(tx)
  return rows[0]?.version
}

/** Invalidates cached copies when data changes that is read with the definition but stored elsewhere. */
export async function bumpVersion(tx: Db, agent: AgentKey): Promise<void> {
  await tx.updateTable('agents').set({ version: nextVersion }).where('agent_key', '=', agent.key).execute()
}

const nextVersion = sql<number>`nextval('definition_versions')`

export async function loadDefinition(db: Db, agent: AgentKey): Promise<VersionedDefinition | undefined> {
  const row = await db
    .selectFrom('agents')
    .leftJoin('definitions', 'definitions.agent_key', 'agents.agent_key')
    .leftJoin('agent_drafts', (join) =>
      join.onRef('agent_drafts.agent_key', '=', 'agents.agent_key').on('canary_percent', 'is not', null),
    )
    .selectAll('definitions')
    .select([
      'agents.version',
      'agents.configuration_version',
      'agent_drafts.id as draft_id',
      'agent_drafts.canary_percent',
      'agents.name',
      'agents.description',
      'agents.default_country',
      'agents.identity',
      'agents.template_ref',
    ])
    .where('agents.agent_key', '=', agent.key)
    .executeTakeFirst()
  if (!row) return undefined
  const { version, configuration_version: number, draft_id: draftId, canary_percent: percent } = row
  const canary = draftId !== null && percent !== null ? { draftId, percent } : undefined
  return { version, number, definition: toDefinition(row), canary }
}

type JoinedDefinitionRow = { [Column in keyof DefinitionRow]: DefinitionRow[Column] | null } & {
  name: string
  description: string | null
  default_country: string | null
  identity: unknown
  template_ref: unknown
}

function toDefinition(row: JoinedDefinitionRow): AgentDefinition {
  const definition = createDefinition(row.name)
  definition.agent = {
    name: row.name,
    ...(row.description !== null && { description: row.description }),
    ...(row.default_country !== null && { defaultCountry: row.default_country }),
    ...(row.template_ref !== null && { templateRef: row.template_ref as never }),
  }
  if (row.identity !== null) definition.identity = row.identity as AgentDefinition['identity']
  for (const [section, column] of Object.entries(columns)) {
    if (row[column] !== null) Object.assign(definition, { [section]: row[column] })
  }
  return definition
}

type DefinitionUpdate = {
  definition: AgentDefinition
  changed: readonly SectionName[]
  now: Date
  canary: VersionedDefinition['canary']
  /** Called once the transaction has committed. */
  cache(stored: VersionedDefinition): void
}

/** Writes the changed sections under a new version and returns the number of the configuration. */
export async function storeDefinition(tx: Db, agent: AgentKey, stores: DefinitionUpdate): Promise<number> {
  const { definition, changed, now, canary, cache } = stores
  const sections = changed.filter((name): name is SectionColumn => name in columns)
  if (sections.length > 0) await storeSections(tx, agent, definition, sections)
  const { agent: profile, identity } = definition
  const own = changed.includes('agent') && {
    name: profile.name,
    description: profile.description ?? null,
    default_country: profile.defaultCountry ?? null,
    template_ref: profile.templateRef ? JSON.stringify(profile.templateRef) : null,
  }
  const row = await tx
    .updateTable('agents')
    .set({
      ...own,
      ...(changed.includes('identity') && { identity: isEmpty(identity) ? null : JSON.stringify(identity) }),
      version: nextVersion,
      configuration_version: sql<number>`configuration_version + 1`,
      updated_at: now,
    })
    .where('agent_key', '=', agent.key)
    .returning(['version', 'configuration_version as number'])
    .executeTakeFirstOrThrow()
  afterCommit(tx, () => cache({ ...row, definition, canary }))
  return row.number
}

async function storeSections(
  tx: Db,
  agent: AgentKey,
  definition: AgentDefinition,
  sections: SectionColumn[],
): Promise<void> {
  const values = Object.fromEntries(sections.map((name) => [columns[name], JSON.stringify(definition[name])]))
  await tx
    .insertInto('definitions')
    .values({ agent_key: agent.key, ...values })
    .onConflict((conflict) => conflict.column('agent_key').doUpdateSet(values))
    .execute()
}

const isEmpty = (value: object): boolean => Object.keys(value).length === 0

import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { type ListPage, type PageQuery, parsePageToken, toListPage } from '../../../platform/http/page.ts'
import type { AgentKey, Author, DraftRef } from '../../../platform/http/route.ts'
import { bumpVersion } from '../definition/queries.ts'
import { authorName, toAuthor } from '../versions/queries.ts'
import type { AgentVersion } from '../versions/version.ts'
import type { DraftEdit, PublishingGate } from './draft.ts'

export type DraftRecord = DraftRef & {
  name: string
  baseVersion: number
  by: AgentVersion['by']
  updatedAt: Date
  canaryPercent?: number
}

const nextRevision = sql<number>`nextval('definition_versions')`

function selectDrafts(db: Db, agent: AgentKey) {
  return db
    .selectFrom('agent_drafts')
    .select(['id', 'name', 'base_version', 'revision', 'by_type', 'by_id', 'updated_at', 'canary_percent'])
    .select(authorName(agent))
    .where('agent_key', '=', agent.key)
}

type DraftRow = {
  id: string
  name: string
  base_version: number
  revision: number
  by_type: string
  by_id: string
  by_name: string | null
  updated_at: Date
  canary_percent: number | null
}

const toDraft = (row: DraftRow): DraftRecord => ({
  id: row.id,
  name: row.name,
  baseVersion: row.base_version,
  revision: row.revision,
  by: toAuthor(row),
  updatedAt: row.updated_at,
  ...(row.canary_percent !== null && { canaryPercent: row.canary_percent }),
})

/** Newest first; an agent has few. */
export async function listDrafts(db: Db, agent: AgentKey): Promise<DraftRecord[]> {
  const rows = await selectDrafts(db, agent).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
  return rows.map(toDraft)
}

export async function findDraft(db: Db, agent: AgentKey, id: string): Promise<DraftRecord | undefined> {
  const row = await selectDrafts(db, agent).where('id', '=', id).executeTakeFirst()
  return row && toDraft(row)
}

/** Locks the draft until the transaction ends, and waits no longer for it than for an agent. */
export async function lockDraft(tx: Db, agent: AgentKey, id: string): Promise<DraftRecord | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from agent_drafts cross join (select set_config('lock_timeout', '3s', true) as waits) as limits
     where agent_key = ${agent.key} and id = ${id} and limits.waits is not null
       for update of agent_drafts`.execute(tx)
  return rows.length === 0 ? undefined : findDraft(tx, agent, id)
}

type NewDraft = { id: string; name: string; baseVersion: number; by: Author; now: Date }

export async function insertDraft(tx: Db, agent: AgentKey, draft: NewDraft): Promise<void> {
  await tx
    .insertInto('agent_drafts')
    .values({
      agent_key: agent.key,
      id: draft.id,
      name: draft.name,
      base_version: draft.baseVersion,
      revision: nextRevision,
      by_type: draft.by.type,
      by_id: draft.by.id,
      created_at: draft.now,
      updated_at: draft.now,
    })
    .execute()
}

type DraftName = { id: string; name: string; now: Date }

export async function renameDraft(tx: Db, agent: AgentKey, { id, name, now }: DraftName): Promise<void> {
  await tx
    .updateTable('agent_drafts')
    .set({ name, updated_at: now })
    .where('agent_key', '=', agent.key)
    .where('id', '=', id)
    .execute()
}

/** Its sections cascade; its secrets are among those of the agent. */
export async function deleteDraft(tx: Db, agent: AgentKey, id: string): Promise<void> {
  await bumpVersion(tx, agent)
  await sql`delete from agent_secrets
             where agent_key = ${agent.key} and starts_with(name, ${`draft.${id}.`})`.execute(tx)
  await tx.deleteFrom('agent_drafts').where('agent_key', '=', agent.key).where('id', '=', id).execute()
}

export async function listDraftSections(
  db: Db,
  agent: AgentKey,
  draftId: string,
): Promise<{ section: string; content: Buffer }[]> {
  return db
    .selectFrom('agent_draft_sections')
    .select(['section', 'content'])
    .where('agent_key', '=', agent.key)
    .where('draft_id', '=', draftId)
    .execute()
}

/** Stores sections and draws a new revision. With `baseVersion`, the sections replace all others. */
export async function storeDraftSections(
  tx: Db,
  agent: AgentKey,
  draftId: string,
  stores: { sections: { section: string; content: Buffer }[]; now: Date; baseVersion?: number },
): Promise<number> {
  const { sections, now, baseVersion } = stores
  if (baseVersion !== undefined)
    await tx
      .deleteFrom('agent_draft_sections')
      .where('agent_key', '=', agent.key)
      .where('draft_id', '=', draftId)
      .execute()
  if (sections.length > 0)
    await tx
      .insertInto('agent_draft_sections')
      .values(sections.map((section) => ({ agent_key: agent.key, draft_id: draftId, ...section })))
      .onConflict((conflict) =>
        conflict
          .columns(['agent_key', 'draft_id', 'section'])
          .doUpdateSet(({ ref }) => ({ content: ref('excluded.content') })),
      )
      .execute()
  return raiseDraftRevision(tx, agent, draftId, { now, ...(baseVersion !== undefined && { baseVersion }) })
}

export async function raiseDraftRevision(
  tx: Db,
  agent: AgentKey,
  draftId: string,
  { now, baseVersion }: { now: Date; baseVersion?: number },
): Promise<number> {
  const row = await tx
    .updateTable('agent_drafts')
    .set({
      revision: nextRevision,
      updated_at: now,
      ...(baseVersion !== undefined && { base_version: baseVersion }),
    })
    .where('agent_key', '=', agent.key)
    .where('id', '=', draftId)
    .returning('revision')
    .executeTakeFirstOrThrow()
  return row.revision
}

type NewDraftEdit = { now: Date; by: Author; sections: readonly string[]; summary: string; paths: readonly string[] }

/** Edits of a draft that are kept, and paths of an edit. */
const [keptEdits, keptPaths] = [500, 500]

export async function insertDraftEdit(tx: Db, agent: AgentKey, draftId: string, edit: NewDraftEdit): Promise<void> {
  const { now, by, sections, summary, paths } = edit
  await tx
    .insertInto('agent_draft_edits')
    .values({
      agent_key: agent.key,
      draft_id: draftId,
      at: now,
      by_type: by.type,
      by_id: by.id,
      sections: [...sections],
      summary,
      paths: paths.slice(0, keptPaths),
    })
    .execute()
  await sql`
    delete from agent_draft_edits
     where agent_key = ${agent.key} and draft_id = ${draftId}
       and edit <= (select edit from agent_draft_edits where agent_key = ${agent.key} and draft_id = ${draftId}
                     order by edit desc offset ${keptEdits} limit 1)`.execute(tx)
}

export async function listDraftEdits(
  db: Db,
  agent: AgentKey,
  draftId: string,
  page: PageQuery,
): Promise<ListPage<DraftEdit>> {
  const after = parsePageToken(page.pageToken, /^\d{1,18}$/)
  let rows = db
    .selectFrom('agent_draft_edits')
    .select(['edit', 'at', 'by_type', 'by_id', 'sections', 'summary', 'paths'])
    .select(authorName(agent))
    .where('agent_key', '=', agent.key)
    .where('draft_id', '=', draftId)
  if (after) rows = rows.where('edit', '<', Number(after.id))
  const found = await rows
    .orderBy('edit', 'desc')
    .limit(page.limit + 1)
    .execute()
  return toListPage(
    found,
    page.limit,
    ({ at, edit }) => ({ at, id: String(edit) }),
    (row): DraftEdit => ({
      at: row.at.toISOString(),
      by: toAuthor(row),
      sections: row.sections,
      summary: row.summary,
      paths: row.paths,
    }),
  )
}

/** The database allows one canary per agent. Definitions are cached with it, so that it raises their version. */
export async function setCanary(tx: Db, agent: AgentKey, draftId: string, percent: number | null): Promise<void> {
  await tx
    .updateTable('agent_drafts')
    .set({ canary_percent: percent })
    .where('agent_key', '=', agent.key)
    .where('id', '=', draftId)
    .execute()
  await bumpVersion(tx, agent)
}

export async function findCanary(db: Db, agent: AgentKey): Promise<{ draftId: string; percent: number } | undefined> {
  const { rows } = await sql<{ draftId: string; percent: number }>`
    select id as "draftId", canary_percent as percent from agent_drafts
     where agent_key = ${agent.key} and canary_percent is not null`.execute(db)
  return rows[0]
}

export type PublishingState = { requireDraft: boolean; gate?: PublishingGate }

export async function readPublishing(db: Db, agent: AgentKey): Promise<PublishingState> {
  const row = await db
    .selectFrom('agents')
    .select(['require_draft', 'publishing_gate'])
    .where('agent_key', '=', agent.key)
    .executeTakeFirstOrThrow()
  const gate = row.publishing_gate as PublishingGate | null
  return { requireDraft: row.require_draft, ...(gate && { gate }) }
}

export async function lockPublishing(tx: Db, agent: AgentKey): Promise<PublishingState> {
  await sql`select from agents where agent_key = ${agent.key} for update`.execute(tx)
  return readPublishing(tx, agent)
}

export async function storePublishing(tx: Db, agent: AgentKey, { requireDraft, gate }: PublishingState): Promise<void> {
  await tx
    .updateTable('agents')
    .set({ require_draft: requireDraft, publishing_gate: gate ? JSON.stringify(gate) : null })
    .where('agent_key', '=', agent.key)
    .execute()
}

export type CanaryDefinition = { baseVersion: number; content: Buffer }

export async function findCanaryDefinition(
  db: Db,
  agent: AgentKey,
  { id, revision }: DraftRef,
): Promise<CanaryDefinition | undefined> {
  const row = await db
    .selectFrom('canary_definitions')
    .select(['base_version', 'content'])
    .where('agent_key', '=', agent.key)
    .where('draft_id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return row && { baseVersion: row.base_version, content: row.content }
}

/** Returns whether the definition is stored, and notes that another session began with it. */
export async function touchCanaryDefinition(
  db: Db,
  agent: AgentKey,
  { id, revision }: DraftRef,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with touched as (
      update canary_definitions set used_at = ${now}
       where agent_key = ${agent.key} and draft_id = ${id} and revision = ${revision}
         and used_at < ${now}::timestamptz - interval '1 hour')
    select from canary_definitions
     where agent_key = ${agent.key} and draft_id = ${id} and revision = ${revision}`.execute(db)
  return rows.length > 0
}

export async function insertCanaryDefinition(
  db: Db,
  agent: AgentKey,
  { id, revision }: DraftRef,
  { baseVersion, content, now }: CanaryDefinition & { now: Date },
): Promise<void> {
  await db
    .insertInto('canary_definitions')
    .values({ agent_key: agent.key, draft_id: id, revision, base_version: baseVersion, content, used_at: now })
    .onConflict((conflict) => conflict.columns(['agent_key', 'draft_id', 'revision']).doNothing())
    .execute()
}

/** A session ends after half an hour without a message: a week after it began, hardly one goes on. */
const canaryDays = 7

/** @serves all tenants */
export async function deleteOldCanaryDefinitions(db: Db, now: Date): Promise<void> {
  await sql`delete from canary_definitions
             where used_at < ${now}::timestamptz - make_interval(days => ${canaryDays})`.execute(db)
}

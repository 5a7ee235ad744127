import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { type ListPage, type PageQuery, parsePageToken, toListPage } from '../../../platform/http/page.ts'
import type { AgentKey, Author } from '../../../platform/http/route.ts'
import type { AgentVersion } from './version.ts'

/** The newest stored row of a section. */
export type SectionChain = {
  section: string
  version: number
  base: number
  depth: number
  baseBytes: number
  chainBytes: number
}

export async function listSectionChains(db: Db, agent: AgentKey, sections: readonly string[]): Promise<SectionChain[]> {
  const { rows } = await sql<SectionChain>`
    select distinct on (section) section, version, base, depth, base_bytes as "baseBytes", chain_bytes as "chainBytes"
      from agent_version_sections
     where agent_key = ${agent.key} and section = any (${sections}::text[])
     order by section, version desc`.execute(db)
  return rows
}

export type VersionRow = {
  version: number
  at: Date
  by: Author
  sections: readonly string[]
  summary: string
  label?: string
  restoredFrom?: number
}

export type SectionRow = SectionChain & { content: Buffer }

/** Writes the version and the contents of its sections in one statement. */
export async function insertVersion(tx: Db, agent: AgentKey, row: VersionRow, contents: SectionRow[]): Promise<void> {
  const column = <K extends keyof SectionRow>(name: K) => contents.map((content) => content[name])
  await sql`
    with made as (
      insert into agent_versions (agent_key, version, at, by_type, by_id, sections, summary, label, restored_from)
      values (${agent.key}, ${row.version}, ${row.at}, ${row.by.type}, ${row.by.id}, ${[...row.sections]}::text[],
              ${row.summary}, ${row.label ?? null}, ${row.restoredFrom ?? null}))
    insert into agent_version_sections
           (agent_key, section, version, base, depth, base_bytes, chain_bytes, content)
    select ${agent.key}, given.* from unnest(
      ${column('section')}::text[], ${column('version')}::int[], ${column('base')}::int[], ${column('depth')}::int[],
      ${column('baseBytes')}::int[], ${column('chainBytes')}::int[], ${column('content')}::bytea[]) as given`.execute(
    tx,
  )
}

/** The whole section and what changed since, up to the version, oldest first. A chain has a bounded size. */
export async function listChainContents(
  db: Db,
  agent: AgentKey,
  version: number,
): Promise<{ section: string; content: Buffer }[]> {
  const { rows } = await sql<{ section: string; content: Buffer }>`
    select stored.section, stored.content
      from (select distinct on (section) section, base from agent_version_sections
             where agent_key = ${agent.key} and version <= ${version} order by section, version desc) as chain
      join agent_version_sections as stored
        on stored.agent_key = ${agent.key} and stored.section = chain.section
       and stored.version between chain.base and ${version}
     order by stored.section, stored.version`.execute(db)
  return rows
}

/** Shows authors by their current names while they belong to the org. */
function selectVersions(db: Db, agent: AgentKey) {
  return db
    .selectFrom('agent_versions')
    .select(['version', 'at', 'by_type', 'by_id', 'sections', 'summary', 'label', 'restored_from'])
    .select(authorName(agent))
    .where('agent_key', '=', agent.key)
}

/** The name of the member or API key in `by_id`. */
export function authorName({ orgId }: AgentKey) {
  return sql<string | null>`case by_type
    when 'user' then (select coalesce(users.name, users.email) from members join users on users.id = members.user_id
                       where members.org_id = ${orgId} and members.user_id = by_id)
    when 'key' then (select api_keys.name from api_keys
                      where api_keys.org_id = ${orgId} and api_keys.id = by_id) end`.as('by_name')
}

type VersionListRow = {
  version: number
  at: Date
  by_type: string
  by_id: string
  by_name: string | null
  sections: string[]
  summary: string
  label: string | null
  restored_from: number | null
}

export async function listVersions(db: Db, agent: AgentKey, page: PageQuery): Promise<ListPage<AgentVersion>> {
  const after = parsePageToken(page.pageToken, /^\d{1,9}$/)
  let rows = selectVersions(db, agent)
  if (after) rows = rows.where('version', '<', Number(after.id))
  const found = await rows
    .orderBy('version', 'desc')
    .limit(page.limit + 1)
    .execute()
  return toListPage(found, page.limit, ({ at, version }) => ({ at, id: String(version) }), toVersion)
}

export async function findVersion(db: Db, agent: AgentKey, version: number): Promise<AgentVersion | undefined> {
  const row = await selectVersions(db, agent).where('version', '=', version).executeTakeFirst()
  return row && toVersion(row)
}

export async function lockVersionRow(tx: Db, agent: AgentKey, version: number): Promise<AgentVersion | undefined> {
  await sql`select from agent_versions where agent_key = ${agent.key} and version = ${version} for update`.execute(tx)
  return findVersion(tx, agent, version)
}

export async function labelVersion(tx: Db, agent: AgentKey, version: number, label: string | null): Promise<void> {
  await tx
    .updateTable('agent_versions')
    .set({ label })
    .where('agent_key', '=', agent.key)
    .where('version', '=', version)
    .execute()
}

function toVersion(row: VersionListRow): AgentVersion {
  return {
    version: row.version,
    at: row.at.toISOString(),
    by: toAuthor(row),
    sections: row.sections,
    summary: row.summary,
    ...(row.label !== null && { label: row.label }),
    ...(row.restored_from !== null && { restoredFrom: row.restored_from }),
  }
}

export function toAuthor(row: { by_type: string; by_id: string; by_name: string | null }): AgentVersion['by'] {
  const type = row.by_type as Author['type']
  return { type, id: row.by_id, ...(row.by_name && { name: row.by_name }) }
}

/**
 * Deletes versions below `before` that have no label and that no draft is based on, and then the contents that serve no
 * remaining version.
 */
export async function purgeVersions(tx: Db, agent: AgentKey, before: number): Promise<void> {
  await sql`
    delete from agent_versions v
     where agent_key = ${agent.key} and version < ${before} and label is null
       and not exists (select from agent_drafts d
                        where d.agent_key = v.agent_key and d.base_version = v.version)`.execute(tx)
  await sql`
    with chains as (
      select section, base, lead(base, 1, 2147483647) over (partition by section order by base) as until
        from agent_version_sections where agent_key = ${agent.key} and version = base)
    delete from agent_version_sections s using chains c
     where s.agent_key = ${agent.key} and s.section = c.section and s.base = c.base
       and c.until <= (select max(version) from agent_versions where agent_key = ${agent.key})
       and not exists (select from agent_versions v
                        where v.agent_key = ${agent.key} and v.version >= c.base and v.version < c.until)`.execute(tx)
}

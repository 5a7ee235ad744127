import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { deleteInChunks } from '../../../platform/db/delete-in-chunks.ts'
import type { AuditRecord } from '../../../platform/http/audit.ts'
import type { Cursor } from '../../../platform/http/page.ts'
import type { OrgKey } from '../../../platform/http/route.ts'
import type { AuditEntry, AuditFilters } from './entry.ts'

export async function insertAuditEntry(
  db: Db,
  orgId: string,
  entry: AuditRecord & { id: string; at: Date },
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      org_id: orgId,
      at: entry.at,
      id: entry.id,
      actor_kind: entry.actor.kind,
      actor_id: entry.actor.id,
      via: entry.via ?? null,
      action: entry.action,
      method: entry.method,
      path: entry.path,
      agent_id: entry.agentId ?? null,
      request_id: entry.requestId,
      ip: entry.ip,
      status: entry.status,
    })
    .execute()
}

type AuditPageQuery = { filters: AuditFilters; after?: Cursor; limit: number }

/** Returns at most `limit` entries, newest first. */
export async function listAuditEntries(
  db: Db,
  org: OrgKey,
  { filters, after, limit }: AuditPageQuery,
): Promise<AuditEntry[]> {
  const rows = await applyFilters(selectEntries(db, org), filters)
    .$if(after !== undefined, (from) => from.where(sql<boolean>`(at, audit_log.id) < (${after?.at}, ${after?.id})`))
    .orderBy('at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toAuditEntry)
}

/** Shows actors by their current names while they belong to the org. */
function selectEntries(db: Db, org: OrgKey) {
  return db
    .selectFrom('audit_log')
    .leftJoin('members', (join) =>
      join
        .onRef('members.org_id', '=', 'audit_log.org_id')
        .onRef('members.user_id', '=', 'audit_log.actor_id')
        .on('actor_kind', '=', 'user'),
    )
    .leftJoin('users', 'users.id', 'members.user_id')
    .leftJoin('api_keys', (join) =>
      join
        .onRef('api_keys.org_id', '=', 'audit_log.org_id')
        .onRef('api_keys.id', '=', 'audit_log.actor_id')
        .on('actor_kind', '=', 'key'),
    )
    .select(['audit_log.id', 'at', 'actor_kind', 'actor_id', 'users.email', 'api_keys.name', 'via', 'action'])
    .select(['method', 'path', 'agent_id', 'request_id', 'ip', 'status'])
    .where('audit_log.org_id', '=', org.id)
}

function applyFilters<DB, TB extends keyof DB, O>(
  entries: SelectQueryBuilder<DB, TB, O>,
  { q, start, end, ...exact }: AuditFilters,
): SelectQueryBuilder<DB, TB, O> {
  const columns = { actorId: 'actor_id', agentId: 'agent_id', method: 'method', requestId: 'request_id' } as const
  let found = entries
  for (const [name, column] of Object.entries(columns)) {
    const value = exact[name as keyof typeof columns]
    if (value !== undefined) found = found.where(sql<boolean>`${sql.ref(column)} = ${value}`)
  }
  if (start) found = found.where(sql<boolean>`at >= ${start}`)
  if (end) found = found.where(sql<boolean>`at < ${end}`)
  if (q === undefined) return found
  const part = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  return found.where(sql<boolean>`(action ilike ${part} or path ilike ${part})`)
}

/** @serves all tenants */
export async function purgeOldAuditEntries(db: Db, before: Date): Promise<void> {
  await deleteInChunks(db, 'audit_log', sql`at < ${before}`)
}

type AuditRow = Awaited<ReturnType<ReturnType<typeof selectEntries>['execute']>>[number]

function toAuditEntry(row: AuditRow): AuditEntry {
  const { id, at, email, name, via, action, method, path, status } = row
  return {
    id,
    at: at.toISOString(),
    actor: {
      kind: row.actor_kind as AuditEntry['actor']['kind'],
      id: row.actor_id,
      ...(email && { email }),
      ...(name && { name }),
      ...(via && { via }),
    },
    action,
    method,
    path,
    ...(row.agent_id && { agentId: row.agent_id }),
    requestId: row.request_id,
    ...(row.ip && { ip: row.ip }),
    status,
  }
}

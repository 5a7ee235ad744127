import type { Database } from '../../server/src/platform/db/database.ts'

/**
 * Every row of an agent or an organization, by table: equal snapshots before and after prove that nothing was changed.
 */
export type TenantRef = { agentId: string; orgId?: string }

export async function snapshotTenant(
  { pool }: Database,
  { agentId, orgId }: TenantRef,
): Promise<Record<string, string[]>> {
  const { rows: tables } = await pool.query<{ name: string; column: string }>(
    `select c.table_name as name, min(c.column_name) as "column"
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name in ('agent_key', 'org_id')
      group by 1 order by 1`,
  )
  const snapshot: Record<string, string[]> = {}
  for (const { name, column } of tables) {
    if (column === 'org_id' && orgId === undefined) continue
    const [condition, value] = column === 'org_id' ? ['org_id = $1', orgId] : [ofAgent, agentId]
    const { rows } = await pool.query(`select t::text as row from "${name}" t where ${condition} order by 1`, [value])
    snapshot[name] = rows.map(({ row }) => row)
  }
  return snapshot
}

const ofAgent = 'agent_key = (select agent_key from agents where id = $1)'

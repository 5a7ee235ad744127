import type { DerivedFrom } from '@parley/definition'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'

export async function findRunDefinition(
  db: Db,
  agent: AgentKey,
): Promise<{ updatedAt: string; templateRef?: DerivedFrom }> {
  const row = await db
    .selectFrom('agents')
    .select(['updated_at', 'template_ref'])
    .where('agent_key', '=', agent.key)
    .executeTakeFirstOrThrow()
  const templateRef = (row.template_ref as DerivedFrom | null) ?? undefined
  return { updatedAt: row.updated_at.toISOString(), templateRef }
}

import type { Db } from '../../../platform/db/database.ts'
import type { OrgKey } from '../../../platform/http/route.ts'

export type UnhealthyWebhook = { id: string; url: string; deactivatedAt: Date | null; failingSince: Date | null }

/** Those that Parley has deactivated, and active ones that have failed since before then. */
export async function findUnhealthyWebhooks(db: Db, org: OrgKey, failingBefore: Date): Promise<UnhealthyWebhook[]> {
  return db
    .selectFrom('webhooks')
    .select(['id', 'url', 'deactivated_at as deactivatedAt', 'failing_since as failingSince'])
    .where('org_id', '=', org.id)
    .where((row) =>
      row.or([
        row('deactivated_at', 'is not', null),
        row.and([row('active', '=', true), row('failing_since', '<', failingBefore)]),
      ]),
    )
    .execute()
}

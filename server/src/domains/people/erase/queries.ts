import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'

const batchSize = 50_000

/** Deletes all people of a deleted agent in chunks: a million would exceed the statement timeout. */
export async function purgePeople(tx: Db, agent: AgentKey): Promise<void> {
  for (const name of ['people_search_keys', 'identities', 'people']) {
    const table = sql.table(name)
    for (let deletedCount = batchSize; deletedCount === batchSize; ) {
      const { numAffectedRows } = await sql`
        delete from ${table} where ctid = any(array(
          select ctid from ${table} where agent_key = ${agent.key} limit ${batchSize}))`.execute(tx)
      deletedCount = Number(numAffectedRows)
    }
  }
}

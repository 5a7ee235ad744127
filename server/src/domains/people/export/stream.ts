import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey, ByteStream } from '../../../platform/http/route.ts'
import type { Filter } from '../list/filter.ts'
import { eachPage } from '../list/queries.ts'
import { showPeople } from '../list/show.ts'
import { headerOf, linesOf, rowsOf } from './table.ts'

/** So many people are in memory at once. */
const pageSize = 500

export async function* csvOf(db: Db, agent: AgentKey, filter: Filter, fieldKeys: readonly string[]): ByteStream {
  yield headerOf(fieldKeys)
  for await (const people of eachPage(db, agent, filter, pageSize)) {
    yield rowsOf(await showPeople(db, agent, people), fieldKeys)
  }
}

export async function* ndjsonOf(db: Db, agent: AgentKey, filter: Filter): ByteStream {
  for await (const people of eachPage(db, agent, filter, pageSize)) {
    yield linesOf(await showPeople(db, agent, people))
  }
}

import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey, ByteStream } from '../../../platform/http/route.ts'
import type { ParsedFilter } from '../list/filter.ts'
import { iteratePages } from '../list/queries.ts'
import { serializePeople } from '../list/serializer.ts'
import { formatCsvHeader, formatCsvRows, formatNdjson } from './table.ts'

/** So many people are in memory at once. */
const pageSize = 500

export async function* streamCsv(
  db: Db,
  agent: AgentKey,
  filter: ParsedFilter,
  fieldKeys: readonly string[],
): ByteStream {
  yield formatCsvHeader(fieldKeys)
  for await (const people of iteratePages(db, agent, filter, pageSize)) {
    yield formatCsvRows(await serializePeople(db, agent, people), fieldKeys)
  }
}

export async function* streamNdjson(db: Db, agent: AgentKey, filter: ParsedFilter): ByteStream {
  for await (const people of iteratePages(db, agent, filter, pageSize)) {
    yield formatNdjson(await serializePeople(db, agent, people))
  }
}

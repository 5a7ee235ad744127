import { stringify } from 'csv-stringify/sync'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey, ByteStream } from '../../../platform/http/route.ts'
import type { ParsedFilter } from '../list/filter.ts'
import { iteratePages } from '../list/queries.ts'
import { serializePeople } from '../list/serializer.ts'
import type { PersonResponse } from '../person/person.ts'
import { escapeFormula } from './cells.ts'
import { customFieldHeader, exportColumns } from './columns.ts'

/**
 * Quotes any line break, not only the row delimiter, and leading or trailing whitespace, which an import would trim.
 */
const options = { record_delimiter: '\r\n', quoted_match: /^\s|\s$|[\r\n]/ }

function formatCsvHeader(fieldKeys: readonly string[]): string {
  return stringify(
    [[...exportColumns.map(([name]) => name), ...fieldKeys.map((key) => customFieldHeader + key)]],
    options,
  )
}

function formatCsvRows(people: readonly PersonResponse[], fieldKeys: readonly string[]): string {
  return stringify(
    people.map((person) => [
      ...exportColumns.map(([, cell]) => escapeFormula(cell(person) ?? '')),
      ...fieldKeys.map((key) =>
        escapeFormula(Object.hasOwn(person.customFields, key) ? (person.customFields[key] as string) : ''),
      ),
    ]),
    options,
  )
}

function formatNdjson(people: readonly PersonResponse[]): string {
  return people.map((person) => `${JSON.stringify(person)}\n`).join('')
}

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
